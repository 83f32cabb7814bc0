// Which seats are on the page: side by side, or one of them on a narrow screen.
import { el } from "./dom.js";
import { Seat, fill } from "./seat.js";
import { speaker } from "./words.js";

const MOST = 4;
const panes = document.querySelector("#panes");
const nav = document.querySelector("#seats");
const people = await (await fetch("/page/people")).json();
const known = people.map((p) => p.seat);
const asked = new URLSearchParams(location.search).getAll("seat").filter((s, at, all) => known.includes(s) && all.indexOf(s) === at);
const chosen = (asked.length ? asked : known.slice(0, 2)).slice(0, MOST);

function address(seats) {
  return `/?${seats.map((s) => `seat=${encodeURIComponent(s)}`).join("&")}`;
}

const person = (name) => people.find((p) => p.seat === name);
const ALL = chosen.length === 2 ? "You are both {names}" : chosen.length > 2 ? "You are all of them: {names}" : "You are {names}";
const BESIDE = chosen.length > 1 ? "side by side; on a narrow screen you change between them at the top" : "whose friends are in other windows";

function who(say, locale) {
  const names = new Intl.ListFormat(locale).format(chosen.map((name) => person(name).name));
  return `${say(ALL, { names })}, ${say(BESIDE)}. ${say("Nothing here leaves this machine.")}`;
}

// Against whom somebody plays from the first page: the next seat here, else anybody else.
function guestOf(name) {
  const others = [...chosen, ...known].filter((other) => other !== name);
  return others.length ? person(others[chosen.indexOf(name) % Math.max(1, chosen.length - 1)] ?? others[0]) : null;
}

const seats = chosen.map((name) => new Seat(name, person(name).name, who, guestOf(name)));
for (const seat of seats) {
  seat.onbegin = (thread, players) => seats.filter((other) => players.includes(other.name)).forEach((player) => player.openSoon(thread));
}
panes.style.setProperty("--seats", String(seats.length));
panes.append(...seats.map((seat) => seat.pane));

// What stands above all seats, in the language of the server.
function wording(locale) {
  const say = speaker(locale);
  document.documentElement.lang = locale;
  document.title = `${seats.map((s) => s.title).join(", ")} · ${say("Sandbox")}`;
  for (const part of document.querySelectorAll("[data-say]")) part.textContent = say(part.dataset.say, part.dataset);
  for (const part of document.querySelectorAll("[data-label]")) part.ariaLabel = say(part.dataset.label);
}
wording("en-US");

// One language for the whole server, which every seat sees.
const server = document.querySelector("#server-language");
server.addEventListener("change", () => {
  seats[0].ask({ do: "server language", locale: server.value });
  wording(server.value);
});
seats[0].onhello = (data) => {
  fill(server, data.locales, data.server_locale);
  wording(data.server_locale);
};

function show(name) {
  for (const seat of seats) {
    seat.pane.classList.toggle("front", seat.name === name);
    if (seat.name === name) seat.arrive();
  }
  for (const tab of nav.querySelectorAll("[data-seat]")) tab.setAttribute("aria-pressed", String(tab.dataset.seat === name));
}

if (seats.length > 1) {
  for (const seat of seats) {
    const tab = el("button", { type: "button", class: "tab", "data-seat": seat.name, onclick: () => show(seat.name) }, seat.title);
    seat.onattention = () => tab.classList.toggle("attention", seat.attention);
    nav.append(tab);
  }
}
for (const person of people) {
  if (!chosen.includes(person.seat) && chosen.length < MOST) nav.append(el("a", { href: address([...chosen, person.seat]) }, `+ ${person.name}`));
}
for (const seat of seats) {
  if (seats.length > 1) nav.append(el("a", { class: "alone", href: address([seat.name]), target: "_blank" }, el("span", { "data-say": "{name} alone", "data-name": seat.title }, `${seat.title} alone`), " ↗"));
}
show(chosen[0]);
