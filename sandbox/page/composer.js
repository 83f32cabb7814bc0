// The line to write in: plain messages, and slash commands with their options and the lists for them.
import { el, uid } from "./dom.js";

const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBER = 10;
const SHOWN = 3; // how many options of a long command are seen before one asks for more

export class Composer {
  constructor(seat) {
    this.seat = seat;
    this.commands = [];
    this.box = new ListBox((path) => this.choose(path, this.behind(path)));
    this.input = el("input", {
      type: "text",
      class: "line",
      autocomplete: "off",
      maxlength: "2000",
    });
    this.box.attach(this.input);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing && !this.box.open) this.say();
    });
    this.problem = el("p", { class: "problem", role: "alert", hidden: true });
    this.form = el("div", { class: "command-place" });
    this.node = el("div", { class: "composer" }, this.problem, this.form, el("div", { class: "line-place" }, this.input, this.box.node));
  }

  // Say what is always there in the language of the client.
  wording() {
    this.input.placeholder = this.seat.say("Write, or type / for commands");
    this.input.ariaLabel = this.seat.say("Write as {name}; / for commands", { name: this.seat.title });
  }

  focus() {
    this.input.focus();
  }

  // Show all commands, as if a slash had been typed.
  offer() {
    this.reset();
    this.input.value = "/";
    this.focus();
    this.typed();
  }

  reset() {
    this.form.replaceChildren();
    this.input.hidden = false;
    this.input.value = "";
    this.box.hide();
    this.tell("");
  }

  tell(text) {
    this.problem.hidden = !text;
    this.problem.textContent = text ?? "";
  }

  async typed() {
    const text = this.input.value;
    if (!text.startsWith("/")) {
      this.box.hide();
      return;
    }
    if (text === "/" || !this.commands.length) this.commands = (await this.seat.ask({ do: "commands", place: this.seat.place })).commands ?? [];
    const typed = this.input.value.slice(1).toLowerCase().trim();
    const meant = this.commands.find((c) => this.behind(c.path));
    const words = typed.split(/\s+/).filter(Boolean);
    const fits = (c) => words.every((w) => `${c.path} ${c.title}`.split(" ").some((part) => part.startsWith(w)));
    const found = meant ? [meant] : this.commands.filter(fits);
    // What begins like that first. Without anything typed: the bot's first command, then those that stand alone, like
    // one for help, then the groups in their order. Discord's own order is no contract: it puts what is used most first.
    const rank = (c) => (typed ? Number(!c.path.startsWith(typed)) : c === this.commands[0] ? 0 : c.path.includes(" ") ? 2 : 1);
    found.sort((a, b) => rank(a) - rank(b));
    this.box.show(found.map((c) => ({ name: `/${c.title}`, more: c.description, value: c.path })), this.seat.say("No command like that"));
  }

  async say() {
    const text = this.input.value.trim();
    if (!text || text.startsWith("/")) return;
    const answer = await this.seat.ask({ do: "say", place: this.seat.place, text });
    this.tell(answer.ok ? "" : answer.error);
    if (answer.ok) this.input.value = "";
  }

  // What is typed behind a whole command, as where somebody has pasted it with its options; empty where that is not typed.
  behind(path) {
    const typed = this.input.value.slice(1).trimStart();
    const { title } = this.commands.find((c) => c.path === path);
    const named = [path, title].find((name) => typed.toLowerCase().startsWith(`${name.toLowerCase()} `));
    return named ? typed.slice(named.length).trim() : "";
  }

  choose(path, given) {
    const command = this.commands.find((c) => c.path === path);
    this.tell("");
    this.input.hidden = true;
    const fields = command.options.map((option) => new Option(option, this.seat, command, () => this.values(fields)));
    const send = async () => {
      const missing = fields.find((f) => f.option.required && f.value === "");
      if (missing) {
        this.tell(this.seat.say("{option} is needed.", { option: missing.option.title }));
        missing.focus();
        return;
      }
      form.classList.add("busy");
      const answer = await this.seat.ask({ do: "slash", place: this.seat.place, path, options: this.values(fields) });
      form.classList.remove("busy");
      if (!answer.ok) {
        this.tell(answer.error);
        return;
      }
      this.reset();
      this.tell(answer.failed ?? "");
      if (answer.modal) this.seat.showModal(answer.modal);
      this.focus();
    };
    const strange = written(given, fields).filter(([field, text]) => !field.fill(text));
    const rest = fields.length > SHOWN + 1 ? fields.filter((f, at) => at >= SHOWN && !f.option.required && f.value === "") : [];
    const folded = rest.length > 1 ? rest : []; // one more line saves nothing
    for (const field of folded) field.node.hidden = true;
    const unfold = () => {
      for (const field of folded) field.node.hidden = false;
      more.remove();
      folded[0].focus();
    };
    const more = folded.length ? el("button", { type: "button", class: "button secondary more", onclick: unfold }, this.seat.say("+ {count} more options", { count: folded.length })) : null;
    const form = el(
      "form",
      {
        class: "command",
        "aria-label": `/${path}`,
        "data-path": path,
        onsubmit: (event) => {
          event.preventDefault();
          send();
        },
        onkeydown: (event) => {
          if (event.key !== "Escape") return;
          this.reset();
          this.focus();
        },
      },
      el("p", { class: "path" }, el("strong", {}, `/${command.title}`), ` ${command.description}`),
      el("div", { class: "fields" }, fields.map((f) => f.node), more),
      el(
        "div",
        { class: "row" },
        el("button", { type: "submit", class: "button primary" }, this.seat.say("Send")),
        el("button", { type: "button", class: "button secondary", onclick: () => { this.reset(); this.focus(); } }, this.seat.say("Cancel")),
      ),
    );
    this.form.replaceChildren(form);
    const [wrong] = strange;
    if (wrong) this.tell(this.seat.say("{option}: there is no “{text}” to choose.", { option: wrong[0].option.title, text: wrong[1] }));
    const filled = fields.filter((f) => f.value !== "");
    const next = wrong?.[0] ?? fields.find((f) => f.option.required && f.value === "") ?? (filled.length ? filled.findLast((f) => f.option.autocomplete) : fields[0]);
    (next ?? form.querySelector("button[type=submit]")).focus();
  }

  values(fields) {
    return Object.fromEntries(fields.filter((f) => f.value !== "").map((f) => [f.option.name, f.value]));
  }
}

// The fields that a text fills, each with what it says of it: `name:value` by name, what stands before them the first field.
function written(text, fields) {
  const names = fields.flatMap((f) => [f.option.name, f.option.title]).map((name) => name.replace(/[^\p{L}\p{N}_-]/gu, ""));
  const parts = names.length ? text.split(new RegExp(`(?:^|\\s)(${[...new Set(names)].join("|")}):`, "iu")) : [];
  const found = parts[0] ? [[fields[0], parts[0].trim()]] : [];
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at].toLowerCase();
    found.push([fields.find((f) => f.option.name === name || f.option.title.toLowerCase() === name), parts[at + 1].trim()]);
  }
  return found;
}

// One option of a command: a text with choices as they are typed, a list, or plain text.
class Option {
  constructor(option, seat, command, others) {
    this.option = option;
    const id = uid("option");
    const label = el("label", { for: id }, option.title, option.required ? "" : ` (${seat.say("optional")})`, el("small", {}, option.description));
    const list = this.list(seat);
    if (list) {
      this.control = el("select", { id, name: option.name }, el("option", { value: "" }, "—"), list.map(([value, name]) => el("option", { value }, name)));
      this.node = el("div", { class: "field" }, label, this.control);
      return;
    }
    const numeric = option.type === INTEGER || option.type === NUMBER;
    this.control = el("input", { id, name: option.name, type: numeric ? "number" : "text", autocomplete: "off" });
    this.node = el("div", { class: "field" }, label, this.control);
    if (option.autocomplete) this.complete(seat, command, others);
  }

  list(seat) {
    if (this.option.choices?.length) return this.option.choices.map((c) => [String(c.value), c.name]);
    if (this.option.type === BOOLEAN) return [["true", seat.say("True")], ["false", seat.say("False")]];
    if (this.option.type === USER) return seat.people.map((p) => [p.id, p.name]);
    if (this.option.type === CHANNEL) return seat.places.map((p) => [p.id, p.name]);
    return null;
  }

  complete(seat, command, others) {
    this.chosen = null;
    const box = new ListBox((value, name) => {
      this.chosen = { value, name };
      this.control.value = name;
    });
    box.attach(this.control);
    let round = 0;
    const ask = async () => {
      const mine = (round += 1);
      await new Promise((resolve) => setTimeout(resolve, 120));
      if (mine !== round) return;
      const options = { ...others() };
      delete options[this.option.name];
      const typed = this.chosen?.name === this.control.value ? "" : this.control.value;
      const answer = await seat.ask({ do: "autocomplete", place: seat.place, path: command.path, focused: this.option.name, typed, options });
      if (mine !== round || document.activeElement !== this.control) return;
      const choices = answer.choices ?? [];
      box.show(choices.map((c) => ({ name: c.name, value: c.value })), seat.say(answer.choices === null ? "Loading the options failed" : "No options match your search"));
    };
    this.control.addEventListener("input", ask);
    this.control.addEventListener("focus", ask);
    this.control.addEventListener("blur", () => setTimeout(() => box.hide(), 150));
    this.node.append(box.node);
  }

  // Enter what somebody has written; returns whether that is possible.
  fill(text) {
    if (this.control.tagName !== "SELECT") {
      this.control.value = text;
      return this.control.value === text;
    }
    const plain = text.replace(/^<?[@#]!?|>$/g, "").toLowerCase();
    const lines = [...this.control.options].slice(1);
    const line = lines.find((l) => [l.value, l.text].some((name) => name.toLowerCase() === plain));
    if (line) this.control.value = line.value;
    return Boolean(line);
  }

  get value() {
    const text = this.control.value;
    return this.chosen?.name === text ? this.chosen.value : text;
  }

  focus() {
    this.control.focus();
  }
}

// A list under (here: over) a text field, for mouse and keyboard: arrows, Enter or Tab, Escape.
class ListBox {
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.items = [];
    this.at = 0;
    this.id = uid("list");
    this.node = el("ul", { class: "listbox", role: "listbox", id: this.id, hidden: true });
  }

  get open() {
    return !this.node.hidden && this.items.length > 0;
  }

  attach(input) {
    this.input = input;
    for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", this.id], ["aria-autocomplete", "list"]]) input.setAttribute(name, value);
    input.addEventListener("keydown", (event) => {
      if (event.isComposing || this.node.hidden) return;
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        this.hide();
      } else if (this.items.length && event.key === "ArrowDown") this.move(event, 1);
      else if (this.items.length && event.key === "ArrowUp") this.move(event, -1);
      else if (this.items.length && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey))) {
        if (event.key === "Enter") event.preventDefault();
        this.take(this.at);
      }
    });
  }

  move(event, step) {
    event.preventDefault();
    this.at = (this.at + step + this.items.length) % this.items.length;
    this.mark();
  }

  mark() {
    [...this.node.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === this.at)));
    const current = this.node.children[this.at];
    this.input.setAttribute("aria-activedescendant", current?.id ?? "");
    current?.scrollIntoView({ block: "nearest" });
  }

  show(items, empty) {
    this.items = items;
    this.at = 0;
    this.node.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    if (!items.length) {
      this.node.replaceChildren(el("li", { class: "none" }, empty));
      this.uncover();
      return;
    }
    this.node.replaceChildren(
      ...items.map((item, at) =>
        el(
          "li",
          { role: "option", id: `${this.id}-${at}`, onmousedown: (event) => { event.preventDefault(); this.take(at); } },
          el("span", {}, item.name),
          item.more && el("small", {}, item.more),
        ),
      ),
    );
    this.mark();
    this.uncover();
  }

  // Among the fields of a command the list takes room of its own, which may lie below the edge.
  uncover() {
    if (this.node.closest(".fields")) this.node.scrollIntoView({ block: "nearest" });
  }

  take(at) {
    const item = this.items[at];
    this.hide();
    if (item) this.onchoose(item.value, item.name);
  }

  hide() {
    this.node.hidden = true;
    this.items = [];
    this.input?.setAttribute("aria-expanded", "false");
    this.input?.removeAttribute("aria-activedescendant");
  }
}
