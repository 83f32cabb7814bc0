// One person's client: places, messages, and the line to write in; live over a websocket.
import { Composer } from "./composer.js";
import { el, uid } from "./dom.js";
import { markChanges, renderMessage } from "./message.js";
import { showModal } from "./modal.js";
import { moved } from "./time.js";
import { speaker } from "./words.js";

const DM = 1;
const THREADS = [11, 12];

// The languages as the options of a list.
export function fill(list, locales, chosen) {
  list.replaceChildren(...Object.entries(locales).map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
}

export class Seat {
  constructor(name, title, who, guest) {
    this.name = name;
    this.title = title;
    this.me = null;
    this.people = [];
    this.places = [];
    this.place = null;
    this.known = false; // whether it is known what stands in the place
    this.messages = new Map(); // id -> message, of all places
    this.unread = new Map(); // place -> how many mentions, 0 for plain news
    this.waiting = new Map(); // ref -> resolve
    this.refs = 0;
    this.pressing = false; // whether a button is held down
    this.held = []; // what came meanwhile
    this.onattention = () => {};
    this.onhello = () => {};
    this.onbegin = () => {};
    this.who = who; // says in a language who sits on this page
    this.guest = guest; // against whom a match begins from the first page: { seat, name }
    this.build();
    this.connect();
  }

  build() {
    const heading = uid("seat");
    this.placeList = el("ul", { class: "places" });
    this.placeSelect = el("select", { class: "place-select", onchange: (e) => this.open(e.target.value) });
    this.language = el("select", { class: "language", onchange: (e) => this.speak(e.target.value) });
    this.state = el("span", { class: "state", role: "status" });
    this.log = el("div", { class: "log", role: "log", "aria-live": "polite", tabindex: "0" });
    this.low = true; // whether the newest message is in view; then it stays there
    this.panel = null; // the private message that this person is at; it stays in view while others write
    this.touched = null; // the one that came or was pressed last: whatever changes in it is for them to see
    this.below = el("button", { type: "button", class: "below", hidden: true, onclick: () => this.down() });
    this.missed = null; // the first message that came while another seat was shown in the place of this one
    this.called = false; // whether one of those has called this person
    this.log.addEventListener("scroll", () => this.measure());
    new ResizeObserver(() => this.settle(this.low)).observe(this.log);
    this.composer = new Composer(this);
    this.another = el("button", { type: "button", class: "another button secondary", hidden: true, onclick: () => this.offerWays() });
    this.composer.input.after(this.another); // gone together with the line, while a command is filled in
    this.pane = el(
      "section",
      { class: "pane", "aria-labelledby": heading, "data-seat": this.name },
      el(
        "div",
        { class: "frame" },
        el("div", { class: "bar" }, el("h2", { id: heading }, this.title), this.placeSelect, this.language, this.state),
        (this.side = el("nav", { class: "side" }, this.placeList)),
        el("div", { class: "room" }, this.log, this.below, this.composer.node),
      ),
    );
    this.wording("en-US");
    this.state.textContent = this.say("connecting …");
    this.log.addEventListener("pointerdown", (event) => (this.pressing = Boolean(event.target.closest("button, select, summary"))));
    for (const end of ["pointerup", "pointercancel", "blur", "change"]) window.addEventListener(end, () => setTimeout(() => this.release()));
    window.addEventListener("pointermove", ({ buttons }) => buttons || !this.pressing || this.release()); // some lists take the pointerup
  }

  // Say what is always there in the language of this person's client.
  wording(locale) {
    this.locale = locale;
    this.say = speaker(locale);
    const name = this.title;
    this.pane.lang = locale;
    this.placeSelect.ariaLabel = this.say("Channel");
    this.language.ariaLabel = this.say("Language of {name}", { name });
    this.log.ariaLabel = this.say("Messages of {name}", { name });
    this.side.ariaLabel = this.say("Channels of {name}", { name });
    this.below.textContent = this.say("New messages ↓");
    this.another.textContent = this.say("New match …");
    this.composer.wording();
  }

  // What is replaced or moved between pressing it and letting go is not clicked, so the page holds still then.
  release() {
    this.pressing = false;
    for (const data of this.held.splice(0)) this.take(data);
  }

  connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/page/socket?seat=${encodeURIComponent(this.name)}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      for (const resolve of this.waiting.values()) resolve({ ok: false, error: this.say("The sandbox does not answer.") });
      this.waiting.clear();
      this.state.textContent = this.say("not connected");
      setTimeout(() => this.connect(), 1500);
    });
  }

  ask(what) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.resolve({ ok: false, error: this.say("The sandbox does not answer.") });
    const ref = (this.refs += 1);
    this.socket.send(JSON.stringify({ ...what, ref }));
    return new Promise((resolve) => this.waiting.set(ref, resolve));
  }

  take(data) {
    if (this.pressing) {
      this.held.push(data);
      return;
    }
    if (data.kind === "hello") {
      moved(data.ahead);
      Object.assign(this, { me: data.me.id, people: data.people, places: data.places });
      this.state.textContent = "";
      this.wording(data.me.locale);
      fill(this.language, data.locales, data.me.locale);
      this.onhello(data);
      this.renderPlaces();
      // With one more seat the page is loaded anew; everybody stays where they were.
      const last = this.place ?? sessionStorage.getItem(`place of ${this.name}`);
      this.open(this.placeName(last) ? last : data.places[0]?.id);
    } else if (data.kind === "places") {
      this.places = data.places;
      if (!this.placeName(this.place)) this.open(this.places[0]?.id);
      this.renderPlaces();
      if (this.wanted && this.placeName(this.wanted)) this.open(this.wanted);
    } else if (data.kind === "time") moved(data.ahead);
    else if (data.kind === "message") this.put(data.message);
    else if (data.kind === "gone") this.remove(data.id);
    else if (data.kind === "answer") {
      this.waiting.get(data.ref)?.(data);
      this.waiting.delete(data.ref);
    }
  }

  // Set this person's client to a language: commands are shown in it, and the bot answers in it.
  async speak(locale) {
    await this.ask({ do: "language", locale });
    this.wording(locale);
    this.composer.commands = [];
    this.composer.reset();
    this.renderAll();
  }

  put(message) {
    const before = this.messages.get(message.id);
    const fresh = !before;
    this.messages.set(message.id, message);
    if (message.place === this.place) {
      this.render(message);
      if (!this.log.clientHeight && (fresh || (message.thread && !before.thread))) this.miss(message);
    } else if (fresh && message.author.id !== this.me) {
      this.unread.set(message.place, (this.unread.get(message.place) ?? 0) + (message.pinged ? 1 : 0));
      this.renderPlaces();
    }
    this.onattention();
  }

  miss(message) {
    if (this.missed === null || BigInt(message.id) < BigInt(this.missed)) this.missed = message.id;
    this.called ||= message.pinged;
  }

  // Return whether something calls this person that they have not seen.
  get attention() {
    return this.called || [...this.unread.values()].some((calls) => calls > 0);
  }

  // Show what has come while another seat was shown in the place of this one.
  arrive() {
    const first = this.missed && this.article(this.missed);
    Object.assign(this, { missed: null, called: false });
    if (first) {
      this.panel = null;
      this.log.scrollTop = first.offsetTop;
      this.measure();
      this.below.hidden = this.low;
    }
    this.onattention();
  }

  // Open a place now, or as soon as this person sees it.
  openSoon(id) {
    if (this.placeName(id)) this.open(id);
    else this.wanted = id;
  }

  async open(id) {
    if (!id || !this.placeName(id)) return;
    this.place = id;
    this.known = false;
    this.panel = null;
    Object.assign(this, { missed: null, called: false });
    sessionStorage.setItem(`place of ${this.name}`, id);
    this.wanted = null;
    this.unread.delete(id);
    this.onattention();
    this.renderPlaces();
    this.renderAll();
    this.composer.reset();
    const answer = await this.ask({ do: "open", place: id });
    const found = answer.messages ?? [];
    if (answer.ok) {
      // What went while the connection was lost; private messages live on this page only.
      for (const m of [...this.messages.values()]) {
        if (m.place === id && !m.ephemeral && !found.some((f) => f.id === m.id)) this.messages.delete(m.id);
      }
    }
    for (const message of found) this.messages.set(message.id, message);
    if (this.place === id) {
      this.known = true;
      this.renderAll();
      this.down();
    }
  }

  // Rendering

  article(id) {
    return this.log.querySelector(`article[data-id="${id}"]`);
  }

  render(message) {
    const low = this.low;
    const old = this.article(message.id);
    const made = renderMessage(message, this);
    if (message.ephemeral && !old) this.touched = message.id;
    if (message.id === this.touched) this.panel = message.id;
    else if (message.pinged && !old) this.panel = null; // somebody wants this person's eyes down there
    if (old) {
      markChanges(old, made);
      const focused = old.contains(document.activeElement) ? document.activeElement.dataset?.id ?? "" : null;
      this.replace(old, made);
      if (focused !== null) {
        const again = [...made.querySelectorAll("[data-id]:not([disabled])")];
        (again.find((c) => c.dataset.id === focused) ?? again[0])?.focus({ preventScroll: true });
      }
    } else {
      this.log.querySelector(".empty")?.remove();
      this.log.append(made);
      this.begun();
    }
    this.settle(low || (!old && message.ephemeral));
    this.measure();
    if (!old && !message.ephemeral) this.below.hidden = this.low;
  }

  // Put something, or nothing, in the place of a message, and keep in place what somebody looks at below it.
  replace(article, ...made) {
    const read = this.readBelow(article);
    const at = read?.getBoundingClientRect().top;
    article.replaceWith(...made);
    if (read) this.log.scrollTop += read.getBoundingClientRect().top - at;
  }

  // Take a message away.
  remove(id) {
    this.messages.delete(id);
    if (this.panel === id) this.panel = null;
    const article = this.article(id);
    if (article) this.replace(article);
    this.measure();
  }

  // Return what somebody looks at below a message, which must not move under their pointer when that one changes its
  // height: the panel they are at, else the first message of which they see anything.
  readBelow(article) {
    const { top, bottom } = this.log.getBoundingClientRect();
    const after = [...this.log.children].slice([...this.log.children].indexOf(article) + 1).filter((other) => {
      const box = other.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    const panel = this.panel && this.article(this.panel);
    return after.includes(panel) ? panel : after[0];
  }

  measure() {
    this.low = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 120;
    if (this.low) this.below.hidden = true;
  }

  // Keep in view what somebody looks at: the panel they are at, else the newest message. Of a panel that is higher than
  // the room its end is seen, which has what is asked and what can be pressed; what stands below its controls may wait.
  settle(follow) {
    const panel = this.panel && this.article(this.panel);
    if (!panel) {
      if (follow) this.down();
      return;
    }
    const { scrollTop, clientHeight } = this.log;
    const top = panel.offsetTop;
    const bottom = top + panel.offsetHeight;
    if (!follow && (scrollTop > bottom || scrollTop + clientHeight < top)) return;
    const controls = [...panel.querySelectorAll(".row")].at(-1);
    const last = controls && panel.offsetHeight > clientHeight ? controls.offsetTop + controls.offsetHeight + 4 : bottom;
    this.log.scrollTop = Math.max(last - clientHeight, Math.min(scrollTop, top));
  }

  renderAll() {
    const shown = [...this.messages.values()].filter((m) => m.place === this.place);
    shown.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    const low = this.low;
    this.log.ariaBusy = String(!this.known);
    this.log.replaceChildren(...shown.map((m) => renderMessage(m, this)));
    if (!shown.length && this.known) this.log.append(this.welcome());
    this.begun();
    this.settle(low);
  }

  // Offer what an empty channel offers in a channel in which something stands, too, behind a button.
  begun() {
    const type = this.places.find((p) => p.id === this.place)?.type;
    this.another.hidden = !this.known || type === DM || THREADS.includes(type) || Boolean(this.log.querySelector(".empty"));
  }

  offerWays() {
    this.log.append(this.welcome());
    this.begun();
    this.down();
    this.log.querySelector(".empty button").focus();
  }

  welcome() {
    const place = this.places.find((p) => p.id === this.place);
    const guest = place?.type !== DM && this.guest; // nobody else comes to where somebody talks with the bot
    const choice = (name, label, style, act) => el("button", { type: "button", class: `button ${style} ${name}`, onclick: (event) => act(event.currentTarget) }, label);
    const ways = [
      choice("learn", this.say("Learn by playing"), "success", () => this.run("learn")),
      guest && choice("begin", this.say("{name} against {other}", { name: this.title, other: guest.name }), "primary", (button) => this.offerGames(button, this.guest)),
      choice("computer", this.say("{name} against the computer", { name: this.title }), "primary", (button) => this.offerGames(button, null)),
      choice("commands", this.say("See the commands"), "secondary", () => this.composer.offer()),
    ];
    return el(
      "div",
      { class: "empty" },
      el("h3", {}, place ? this.label(place) : ""),
      el("p", {}, this.who(this.say, this.locale)),
      el("div", { class: "ways" }, ways),
      el("p", { class: "problem", role: "alert", hidden: true }),
    );
  }

  // Send a command without options, as if it had been typed.
  async run(path) {
    const answer = await this.ask({ do: "slash", place: this.place, path, options: {} });
    this.complain(answer.ok ? answer.failed : answer.error);
  }

  complain(text) {
    const line = this.log.querySelector(".empty > .problem");
    if (!line) return this.composer.tell(text);
    line.hidden = !text;
    line.textContent = text ?? "";
  }

  // A button for each game in the place of all ways: choosing begins a match with the guest, or with the computer, whose
  // level stands before them.
  async offerGames(button, guest) {
    const { games, levels } = await this.ask({ do: "games", place: this.place });
    const strength = !guest && levels?.length ? this.levels(levels) : null;
    if (!games?.length) this.complain(this.say("The bot has no game to offer yet; try again in a moment."));
    else if (games.length === 1 && !strength) this.begin(games[0].value, guest);
    else {
      const begin = (game) => el("button", { type: "button", class: "button primary game", "data-game": game.value, onclick: () => this.begin(game.value, guest, strength?.value) }, game.name);
      const back = el("button", { type: "button", class: "button secondary", onclick: () => this.renderAll() }, this.say("Back"));
      button.parentElement.replaceChildren(el("span", {}, `${button.textContent}:`), ...(strength ? [strength] : []), ...games.map(begin), back);
    }
  }

  // How strong the computer plays; the weakest where nothing is chosen.
  levels(levels) {
    return el("select", { class: "level", "aria-label": this.say("How strong the computer plays") }, ...levels.map((level) => el("option", { value: level.value }, level.name)));
  }

  // Begins a match against another seat, or without one against the computer of a level.
  async begin(game, guest, level) {
    for (const control of this.log.querySelectorAll(".ways button, .ways select")) control.disabled = true;
    this.state.textContent = this.say("dealing …");
    const answer = await this.ask({ do: "begin", place: this.place, guest: guest?.seat, game, level });
    this.state.textContent = "";
    if (answer.ok) this.onbegin(answer.thread, guest ? [this.name, guest.seat] : [this.name]);
    else {
      this.renderAll();
      this.complain(answer.error);
    }
  }

  down() {
    this.panel = null;
    this.log.scrollTop = this.log.scrollHeight;
    this.low = true;
    this.below.hidden = true;
  }

  renderPlaces() {
    const item = (place) => {
      const pings = this.unread.get(place.id);
      const news = pings ? el("span", { class: "badge" }, String(pings), el("span", { class: "visually-hidden" }, ` ${this.say("new for you")}`)) : null;
      const button = el(
        "button",
        { type: "button", class: `place${pings === undefined ? "" : pings ? " ping" : " news"}`, "data-place": place.id, "aria-current": place.id === this.place ? "page" : null, onclick: () => this.open(place.id) },
        this.label(place),
        news,
      );
      return el("li", { class: THREADS.includes(place.type) ? "thread" : "" }, button);
    };
    const ordered = this.ordered();
    this.placeList.replaceChildren(...ordered.map(item));
    this.placeSelect.replaceChildren(
      ...ordered.map((p) => el("option", { value: p.id, selected: p.id === this.place }, `${this.unread.has(p.id) ? "● " : ""}${this.label(p)}`)),
    );
  }

  ordered() {
    const out = [];
    for (const place of this.places.filter((p) => !p.parent)) {
      // An archived thread leaves the list, but not from under whoever has it open.
      const shown = (p) => !p.archived || p.id === this.place;
      out.push(place, ...this.places.filter((p) => p.parent === place.id && shown(p)));
    }
    return out;
  }

  label(place) {
    if (place.type === DM) return `@ ${place.name}`;
    return THREADS.includes(place.type) ? `› ${place.name}` : `# ${place.name}`;
  }

  placeName(id) {
    return this.places.find((p) => p.id === id)?.name ?? null;
  }

  userName(id) {
    return this.people.find((p) => p.id === id)?.name ?? this.say("unknown");
  }

  // What messages ask for

  dismiss(id) {
    this.remove(id);
    this.composer.focus();
  }

  showProblem(article, text) {
    const line = article?.querySelector(":scope > .body > .problem");
    if (!line) return;
    line.hidden = !text;
    line.textContent = text ?? "";
  }

  showModal(modal) {
    showModal(modal, this);
  }
}
