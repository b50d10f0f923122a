/*
 * What the pages do in a browser: light and dark, the contents on a phone, copying code, and the search. Everything can
 * be read without it. Loaded in the head, so that a chosen theme is there before the first paint.
 */
const site = document.documentElement;
const siteRoot = document.currentScript?.dataset["root"] ?? "./";
site.dataset["script"] = "";
const storedTheme = readTheme();
if (storedTheme !== null) site.dataset["theme"] = storedTheme;

document.addEventListener("DOMContentLoaded", () => {
  switchTheme();
  openContents();
  copyCode();
  search();
});

function readTheme() {
  try {
    return localStorage.getItem("theme");
  } catch {
    // Storage may be forbidden; then the choice lasts for the page.
    return null;
  }
}

function switchTheme() {
  const button = document.querySelector(".theme");
  if (button === null) return;
  const isDark = () =>
    site.dataset["theme"] === undefined
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : site.dataset["theme"] === "dark";
  const name = () => {
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Use light colours" : "Use dark colours");
  };
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    site.dataset["theme"] = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", site.dataset["theme"]);
    } catch {
      // As above.
    }
    name();
  });
}

function openContents() {
  const button = document.querySelector(".menu");
  const contents = document.querySelector(".contents");
  if (button === null || contents === null) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const isOpen = contents.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(isOpen));
  });
}

function copyCode() {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll("pre.code")) {
    const frame = document.createElement("div");
    frame.className = "block";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(block.textContent ?? "").then(
        () => {
          button.textContent = "Copied";
          setTimeout(() => (button.textContent = "Copy"), 1500);
        },
        () => (button.textContent = "Not allowed"),
      );
    });
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

function search() {
  const box = document.querySelector(".search");
  const input = document.querySelector("#query");
  const list = document.querySelector("#results");
  const panel = document.querySelector(".results");
  const found = document.querySelector(".found");
  if (box === null || input === null || list === null || panel === null || found === null) return;
  box.hidden = false;
  let index;
  let chosen = -1;
  const load = () => (index ??= fetch(`${siteRoot}assets/search.json`).then((answer) => answer.json()));

  const close = () => {
    panel.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    chosen = -1;
  };
  const choose = (next) => {
    const options = [...list.children];
    if (options.length === 0) return;
    chosen = (next + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === chosen));
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  };
  const go = (option) => {
    close();
    location.href = siteRoot + option.dataset["address"];
  };
  const show = async () => {
    const query = input.value.trim();
    if (query === "") return close();
    const places = searchIndex(await load(), query);
    if (input.value.trim() !== query) return;
    list.replaceChildren(...places.map(optionOf));
    found.textContent = places.length === 0 ? `Nothing found for “${query}”.` : `${places.length} places`;
    panel.hidden = false;
    input.setAttribute("aria-expanded", "true");
    chosen = -1;
    if (places.length > 0) choose(0);
  };

  input.addEventListener("focus", () => void load());
  input.addEventListener("input", () => void show());
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      const option = list.children[chosen];
      if (option !== undefined && !panel.hidden) go(option);
    } else if (event.key === "Escape") close();
  });
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("li") : null;
    if (option !== null) go(option);
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]") !== null;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  // A search can be linked to: ?q=words
  const query = new URLSearchParams(location.search).get("q");
  if (query !== null) {
    input.value = query;
    void show();
  }
}

function optionOf([address, title, heading, excerpt], at) {
  const option = document.createElement("li");
  option.id = `result-${at}`;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  option.dataset["address"] = address;
  const name = document.createElement("strong");
  name.textContent = heading === title ? title : `${heading} · ${title}`;
  const text = document.createElement("span");
  text.textContent = excerpt;
  option.append(name, text);
  return option;
}

const placesShown = 12;

/** Places that have all words of the query, a word also by its beginning; the rarer the word, the more it counts. */
function searchIndex({ places, words }, query) {
  const terms = [
    ...new Set((query.toLowerCase().match(/[a-z0-9][a-z0-9_.]*/g) ?? []).map((word) => word.replace(/[_.]+$/, ""))),
  ];
  const scores = new Map();
  for (const word of terms) {
    const best = new Map();
    for (let at = firstFrom(words, word); at < words.length && words[at][0].startsWith(word); at += 1) {
      const [indexed, found] = words[at];
      const rarity = Math.log(1 + (2 * places.length) / found.length) * (indexed === word ? 2 : 1);
      for (let pair = 0; pair < found.length; pair += 2)
        best.set(found[pair], Math.max(best.get(found[pair]) ?? 0, found[pair + 1] * rarity));
    }
    for (const [place, score] of best) {
      const sum = scores.get(place) ?? { score: 0, count: 0 };
      scores.set(place, { score: sum.score + score, count: sum.count + 1 });
    }
  }
  return [...scores]
    .filter(([, { count }]) => count === terms.length)
    .toSorted(([left, a], [right, b]) => b.score - a.score || left - right)
    .slice(0, placesShown)
    .map(([place]) => places[place]);
}

/** The first word that is not before the given one. */
function firstFrom(words, word) {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle][0] < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
