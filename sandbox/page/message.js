// One message: who, what, pictures, embeds, buttons and selects.
import { clock, el, uid } from "./dom.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINES = 6; // of a list that is unfolded
const NOTICES = { 6: "pinned a message.", 18: "started a thread:" };

export function renderMessage(message, seat) {
  const name = seat.userName(message.author.id);
  const head = el(
    "div",
    { class: "head" },
    el("span", { class: message.author.bot ? "author bot" : "author" }, name),
    message.author.bot && el("span", { class: "tag" }, "APP"),
    el("time", { datetime: message.timestamp }, clock(message.timestamp, seat.locale)),
    message.edited_timestamp && el("span", { class: "edited" }, `(${seat.say("edited")})`),
  );
  const body = el("div", { class: "body" });
  if (NOTICES[message.type]) body.append(el("p", { class: "subtext" }, `${seat.say(NOTICES[message.type])} ${message.content}`));
  else if (message.pending) body.append(el("p", { class: "thinking", role: "status" }, seat.say("{name} is thinking …", { name })));
  else body.append(...markdown(message.content, seat));
  body.append(...message.attachments.map((file) => renderFile(file, seat)));
  body.append(...message.embeds.map((embed) => renderEmbed(embed, seat)));
  body.append(...message.components.filter((c) => c.type === 1).map((row) => renderRow(row, message, seat)));
  if (message.thread) body.append(threadLink(message, seat));
  body.append(el("p", { class: "problem", role: "alert", hidden: true }));
  if (message.ephemeral) body.append(onlyYou(message, seat));
  return el(
    "article",
    {
      class: `message${message.ephemeral ? " ephemeral" : ""}${message.pinged ? " pinged" : ""}`,
      "data-id": message.id,
      "data-edited": message.edited_timestamp ?? "",
      "aria-label": `${name}${message.ephemeral ? `, ${seat.say("only you can see this")}` : ""}`,
    },
    message.used && el("p", { class: "used" }, seat.say("{name} used {command}", { name: message.used.name, command: `/${message.used.command}` })),
    el("span", { class: `avatar${message.author.bot ? " bot" : ""}`, "aria-hidden": "true" }, name.slice(0, 1)),
    head,
    body,
  );
}

function onlyYou(message, seat) {
  return el(
    "p",
    { class: "only-you" },
    `${seat.say("Only you can see this")} · `,
    el("button", { type: "button", class: "link", onclick: () => seat.dismiss(message.id) }, seat.say("Dismiss message")),
  );
}

function threadLink(message, seat) {
  const open = () => seat.open(message.thread);
  const name = seat.placeName(message.thread) ?? seat.say("Thread");
  return el("button", { type: "button", class: "thread-link", onclick: open }, `${name} › ${seat.say("See the thread")}`);
}

function renderFile(file, seat) {
  if (!file.content_type.startsWith("image/")) {
    return el("p", { class: "file" }, el("a", { href: local(file.url), target: "_blank" }, `${file.filename} (${seat.say("{size} bytes", { size: file.size })})`));
  }
  const picture = el("img", { src: local(file.url), alt: file.description ?? "", width: String(file.width), height: String(file.height) });
  // Room for the picture before it is there, so that nothing jumps; how much of it there is, the style sheet says.
  const figure = el(
    "figure",
    {},
    el("button", { type: "button", class: "enlarge", "aria-label": seat.say("Enlarge {file}", { file: file.filename }), onclick: () => enlarge(file, seat) }, picture),
    el("figcaption", {}, file.description ? el("details", {}, el("summary", {}, "ALT"), file.description) : seat.say("no alternative text")),
  );
  figure.style.setProperty("--wide", file.width);
  figure.style.setProperty("--high", file.height);
  return figure;
}

// The picture as large as the window allows, until it is clicked or Escape is pressed.
function enlarge(file, seat) {
  const whole = el("img", { src: local(file.url), alt: file.description ?? "" });
  const original = el("a", { href: local(file.url), target: "_blank" }, seat.say("Open in browser"));
  const dialog = el("dialog", { class: "enlarged", "aria-label": file.filename, onclick: () => dialog.close() }, whole, original);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const SAID = ".body p > .line-of, .body :is(h4, h5, h6, li, .subtext, blockquote)";

// Mark the lines of a message that its last version did not have; where all are new, the embed they stand in.
export function markChanges(before, after) {
  const known = new Set([...before.querySelectorAll(SAID)].map((line) => line.textContent));
  const lines = [...after.querySelectorAll(SAID)];
  const fresh = lines.filter((line) => !known.has(line.textContent));
  const marked = fresh.length < lines.length ? fresh : after.querySelectorAll(".embed");
  if (known.size) for (const part of marked) part.classList.add("changed");
}

function local(url) {
  const parsed = new URL(url);
  return parsed.pathname + parsed.search;
}

function renderEmbed(embed, seat) {
  return el(
    "section",
    { class: "embed" },
    embed.author && el("p", { class: "subtext" }, embed.author.name),
    embed.title && el("h4", {}, embed.title),
    embed.description && markdown(embed.description, seat),
    (embed.fields ?? []).map((field) => [el("h5", {}, field.name), ...markdown(field.value, seat)]),
    embed.image && el("img", { src: local(embed.image.url), alt: "" }),
    embed.footer && el("p", { class: "subtext" }, embed.footer.text),
  );
}

function renderRow(row, message, seat) {
  return el("div", { class: "row" }, row.components.map((c) => (c.type === 2 ? button(c, message, seat) : select(c, message, seat))));
}

function button(component, message, seat) {
  const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
  if (component.style === 5) return el("a", { class: "button secondary", href: component.url, target: "_blank", rel: "noreferrer" }, `${label} ↗`);
  return el(
    "button",
    {
      type: "button",
      class: `button ${STYLES[component.style] ?? "secondary"}`,
      disabled: Boolean(component.disabled),
      "data-id": component.custom_id,
      onclick: (event) => use(event.currentTarget, message, seat, { do: "click", key: component.custom_id }),
    },
    label,
  );
}

function select(component, message, seat) {
  const many = (component.max_values ?? 1) > 1;
  const id = uid("select");
  const options = component.type === 3 ? component.options : seat.people.map((p) => ({ label: p.name, value: p.id }));
  const chosen = options.some((o) => o.default);
  const made = el(
    "select",
    { id, multiple: many, size: many ? Math.min(options.length, LINES) : 0, disabled: Boolean(component.disabled), "data-id": component.custom_id },
    !many && el("option", { value: "", disabled: true, selected: !chosen }, component.placeholder ?? seat.say("Make a selection")),
    options.map((o) => el("option", { value: o.value, selected: Boolean(o.default) }, o.description ? `${o.label} · ${o.description}` : o.label)),
  );
  const send = () => {
    step(false);
    const values = [...made.selectedOptions].map((o) => o.value).filter(Boolean);
    if (values.length) use(made, message, seat, { do: "select", key: component.custom_id, values });
  };
  const label = el("label", { for: id, class: "visually-hidden" }, component.placeholder ?? seat.say("Make a selection"));
  // With the arrow keys a closed select changes at every step: Enter or the button beside it sends the choice then.
  const step = (on) => place.classList.toggle("stepping", on);
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && place.classList.contains("stepping")) {
      event.preventDefault();
      send();
    } else if (event.key.startsWith("Arrow") || event.key.length === 1) step(true);
  });
  made.addEventListener("pointerdown", () => step(false));
  made.addEventListener("change", () => !place.classList.contains("stepping") && !many && send());
  // A list in which several lines may be chosen is folded until it is pressed, as in Discord.
  const names = options.filter((o) => o.default).map((o) => o.label).join(", ");
  const shown = many ? el("details", {}, el("summary", {}, names || (component.placeholder ?? seat.say("Make a selection"))), made) : made;
  const place = el("span", { class: "select" }, label, shown, el("button", { type: "button", class: many ? "button primary" : "button primary on-keys", onclick: send }, seat.say("Choose")));
  return place;
}

async function use(control, message, seat, what) {
  const article = control.closest("article");
  article.classList.add("busy");
  if (message.ephemeral) seat.touched = message.id;
  const answer = await seat.ask({ ...what, message: message.id });
  const now = seat.article(message.id);
  now?.classList.remove("busy");
  seat.showProblem(now, answer.ok ? answer.failed : answer.error);
  if (answer.modal) seat.showModal(answer.modal);
}
