#!/usr/bin/env bash
# Asks, and prints the data of every frame once, a line of JSON each, up to "done", however often the connection is cut.
#   API=https://…/api/v1 KEY=svc_… ask-turn.sh /conversation-instances/desk/conversations/0d5c… question-1 '{"text": "…"}'
# It needs bash and curl. With jq, the text so far:  | jq -rj 'select(.type == "text.delta").text'
set -u
conversation=$1 idempotency_key=$2 body=$3
first_wait=${FIRST_WAIT_SECONDS:-1}
origin=${API%/api/v1}
turn='' failures=0
# The id of the last frame that you have, when this was started again in the middle of an answer.
last_id=${LAST_ID:-}
answered=$(mktemp)
trap 'rm -f "$answered"' EXIT

# Prints the head of the answer into a file, and its body.
request() {
  local resume=()
  [ -n "$last_id" ] && resume=(-H "Last-Event-ID: $last_id")
  if [ -z "$turn" ]; then
    # Until the turn is known the question is sent again, with the same key.
    curl -sN -D "$answered" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
      -H "Idempotency-Key: $idempotency_key" "${resume[@]}" -d "$body" "$API$conversation/turns"
  else
    curl -sN -D "$answered" -H "Authorization: Bearer $KEY" "${resume[@]}" "$origin$turn/stream"
  fi
}

while :; do
  id='' event='' refusal=''
  : >"$answered"
  # Three heartbeats: a connection that is silent for longer is dead.
  while IFS= read -r -t 45 line || { refusal=$line && false; }; do
    case $line in
    'id: '*) id=${line#id: } ;;
    'event: '*) event=${line#event: } ;;
    'data: '*) data=${line#data: } ;;
    '')
      # What is cut in the middle of a frame is sent again.
      [ -z "$event" ] && continue
      failures=0
      [ -n "$id" ] && last_id=$id
      [ "$event" = reconnect ] && break
      printf '%s\n' "$data"
      [ "$event" = done ] && exit 0
      id='' event=''
      ;;
    esac
  done < <(request)
  status=$(sed -n '1s/^[^ ]* \([0-9]*\).*/\1/p' "$answered")
  case $status in
  '' | 429 | 500 | 502 | 503 | 504)
    # The turn is stored as failed: only a new key makes another one.
    if [[ $refusal == *queue_unreachable* ]]; then
      printf '%s\n' "$refusal" >&2
      exit 1
    fi
    ;;
  200)
    location=$(sed -n 's/^content-location: *\([^[:cntrl:]]*\).*/\1/Ip' "$answered")
    turn=${location:-$turn}
    ;;
  204) exit 0 ;;
  *)
    printf '%s\n' "$refusal" >&2
    exit 1
    ;;
  esac
  [ "$failures" -ge 8 ] && exit 1
  retry_after=$(sed -n 's/^retry-after: *\([0-9]*\).*/\1/Ip' "$answered")
  # Twice as long after each failure, at most half a minute.
  wait=$(awk -v first="$first_wait" -v failures="$failures" 'BEGIN { s = first * 2 ^ failures; print (s > 30 ? 30 : s) }')
  sleep "${retry_after:-$wait}"
  failures=$((failures + 1))
done
