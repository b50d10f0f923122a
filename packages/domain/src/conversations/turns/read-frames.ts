import { hotStatement, type Database, type RowOf } from "@service/db";
import { type Batcher, createBatcher } from "@service/runtime";

/** Most frames of one turn in one read, some 256 KiB: what a slow reader has not taken stays in the log. */
export const framesPerRead = 512;

/**
 * How far turns are, and their frames past a place, for all attached readers in one statement (TURN-34). A turn that is gone
 * has no row. Frames come as one string, which costs a tenth of an array: the driver takes those apart letter by letter.
 * Turns of one hour go together: with the hour as a parameter the other partitions are not opened.
 * `t.id = any(…)` repeats the join, so that the plan is a probe for each turn while the table is small as well.
 */
const readFrames = hotStatement(
  "turn_frames_read",
  `select w.place::int as place, t.status::text as status, t.attempt, t.last_seq as "lastSeq", t.evidence,
     t.error is not null as "hasError", c.deleted_at is not null as "isDeleted", f.seqs, f.bodies
   from unnest($1::uuid[], $3::smallint[], $4::int[]) with ordinality as w (id, attempt, seq, place)
   join turns t on t.id = w.id
   join conversations c on c.id = t.conversation_id
   left join lateral (
     select string_agg(x.seq::text, ',' order by x.seq) as seqs, string_agg(x.body, E'\\x1e' order by x.seq) as bodies from (
       select l.seq, l.body from turn_frames l
       where l.turn_hour = $2::timestamptz and l.turn_id = w.id and l.attempt = w.attempt and l.seq > w.seq
       order by l.seq limit ${framesPerRead}) x
   ) f on true
   where t.id = any($1::uuid[])`,
);

/**
 * Streams that go on together: between two reads a process sees to its other requests, which 500 streams that write their frames
 * would hold up for 50 milliseconds.
 */
const streamsPerRead = 64;

/** What a reader has of a turn. */
export interface FramesWanted {
  readonly turnId: string;
  /** Of its creation: where its frames are. */
  readonly createdAt: Date;
  readonly attempt: number;
  readonly afterSeq: number;
}

export type FramesFound = Omit<RowOf<"turn_frames_read">, "place" | "seqs" | "bodies"> & {
  /** JSON texts with their places in the attempt, in their order. */
  readonly frames: readonly { readonly seq: number; readonly json: string }[];
};

/** Never occurs unescaped in JSON. */
const separator = "\u001e";

export type FrameLoader = Batcher<FramesWanted, FramesFound | undefined>;

/** Shares one read among all streams of a process that want one at the same time; equal wishes are read once. */
export function createFrameLoader(db: Database): FrameLoader {
  return createBatcher({
    name: "turn frames",
    maxBatch: streamsPerRead,
    maxInFlight: 2,
    maxWaiting: 10_000,
    async run(wishes) {
      const different = new Map<string, FramesWanted>();
      for (const wish of wishes) different.set(keyOf(wish), wish);
      const found = new Map<string, FramesFound>();
      const hours = Map.groupBy(different.values(), ({ createdAt }) => hourOf(createdAt));
      await Promise.all([...hours].map(([hour, wanted]) => readHour(db, { hour, wanted, found })));
      return wishes.map((wish) => found.get(keyOf(wish)));
    },
  });
}

async function readHour(
  db: Database,
  given: { readonly hour: number; readonly wanted: readonly FramesWanted[]; readonly found: Map<string, FramesFound> },
): Promise<void> {
  const { hour, wanted, found } = given;
  const { rows } = await db.hot.query(
    readFrames([
      wanted.map(({ turnId }) => turnId),
      new Date(hour),
      wanted.map(({ attempt }) => attempt),
      wanted.map(({ afterSeq }) => afterSeq),
    ]),
  );
  for (const { place, seqs, bodies, ...state } of rows) {
    const wish = wanted[(place ?? 0) - 1];
    if (wish) found.set(keyOf(wish), { ...state, frames: framesOf(seqs, bodies) });
  }
}

function framesOf(seqs: string | null, bodies: string | null): FramesFound["frames"] {
  if (seqs === null || bodies === null) return [];
  const places = seqs.split(",");
  return bodies.split(separator).map((json, at) => ({ seq: Number(places[at]), json }));
}

function keyOf({ turnId, attempt, afterSeq }: FramesWanted): string {
  return `${turnId} ${attempt} ${afterSeq}`;
}

const hourMs = 3_600_000;

/** Unix milliseconds. */
function hourOf(createdAt: Date): number {
  return Math.floor(createdAt.getTime() / hourMs) * hourMs;
}
