// The time of the sandbox, which may be ahead of the machine's: it can be moved on, so that nobody has to wait for days.
import { el } from "./dom.js";

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const EXACT = { dateStyle: "long", timeStyle: "short" };
const SHORT = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
let ahead = 0; // milliseconds

function now() {
  return Date.now() + ahead;
}

function away(at, locale) {
  const seconds = (at - now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / length), unit);
}

// A moment as Discord shows it: by itself as date and time, in the style R as how far away it is.
export function moment(at, style, locale) {
  const exact = at.toLocaleString(locale, EXACT);
  const relative = style === "R";
  return el("time", { datetime: at.toISOString(), title: exact, "data-relative": relative }, relative ? away(at, locale) : exact);
}

function refresh() {
  document.querySelector("#time").textContent = new Date(now()).toLocaleString(document.documentElement.lang, SHORT);
  for (const shown of document.querySelectorAll("time[data-relative]")) shown.textContent = away(new Date(shown.dateTime), shown.closest("[lang]").lang);
}

// The sandbox says by how much it is ahead: when the page is opened, and whenever somebody has moved it.
export function moved(milliseconds) {
  ahead = milliseconds;
  refresh();
}

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", () => fetch(`/page/time/${button.dataset.step}`, { method: "POST" }));
}
setInterval(refresh, 15_000);
