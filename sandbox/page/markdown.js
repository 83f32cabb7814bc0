// Discord's markdown, as far as a bot's messages use it, into DOM nodes.
import { el } from "./dom.js";
import { moment } from "./time.js";

const INLINE = new RegExp(
  [
    "\\\\(?<escaped>[\\\\*_~`|>#\\-\\[\\]()<:@])",
    "(?<ticks>`{1,2})(?<code>[^`]+?)\\k<ticks>",
    "\\*\\*(?<bold>(?:[^*]|\\*(?!\\*))+?)\\*\\*",
    "__(?<under>.+?)__",
    "~~(?<strike>.+?)~~",
    "\\|\\|(?<spoiler>.+?)\\|\\|",
    "\\*(?<star>[^*\\s](?:[^*]*[^*\\s])?)\\*",
    "(?<![\\w])_(?<line>[^_]+?)_(?![\\w])",
    "<@!?(?<user>\\d+)>",
    "<#(?<channel>\\d+)>",
    "</(?<command>[^:>]+):\\d+>",
    "<t:(?<stamp>\\d+)(?::(?<style>\\w))?>",
    "\\[(?<label>[^\\]]+)\\]\\(<?(?<target>https?://[^\\s)>]+)>?\\)",
    "<?(?<url>https?://[^\\s<>]+[^\\s<>.,;:!?)'\"])>?",
  ].join("|"),
  "gs",
);

function link(url, text, context) {
  const found = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)/.exec(url);
  if (!found) return el("a", { href: url, target: "_blank", rel: "noreferrer" }, text);
  return placeLink(found[1], context, text === url ? null : text);
}

function placeLink(id, context, text) {
  const name = context.placeName(id);
  if (name === null) return el("span", { class: "lost" }, text ?? "# unknown");
  return el("button", { type: "button", class: "mention", onclick: () => context.open(id) }, text ?? `# ${name}`);
}

export function inline(text, context) {
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) nodes.push(text.slice(at, match.index));
    at = match.index + match[0].length;
    const g = match.groups;
    if (g.escaped !== undefined) nodes.push(g.escaped);
    else if (g.code !== undefined) nodes.push(el("code", {}, g.code.trim() || g.code));
    else if (g.bold !== undefined) nodes.push(el("strong", {}, inline(g.bold, context)));
    else if (g.under !== undefined) nodes.push(el("u", {}, inline(g.under, context)));
    else if (g.strike !== undefined) nodes.push(el("s", {}, inline(g.strike, context)));
    else if (g.spoiler !== undefined) nodes.push(el("details", { class: "spoiler" }, el("summary", {}, context.say("spoiler")), inline(g.spoiler, context)));
    else if (g.star !== undefined) nodes.push(el("em", {}, inline(g.star, context)));
    else if (g.line !== undefined) nodes.push(el("em", {}, inline(g.line, context)));
    else if (g.user !== undefined) nodes.push(el("span", { class: g.user === context.me ? "mention own" : "mention" }, `@${context.userName(g.user)}`));
    else if (g.channel !== undefined) nodes.push(placeLink(g.channel, context, null));
    else if (g.command !== undefined) nodes.push(el("span", { class: "mention" }, `/${g.command}`));
    else if (g.stamp !== undefined) nodes.push(moment(new Date(Number(g.stamp) * 1000), g.style, context.locale));
    else if (g.label !== undefined) nodes.push(link(g.target, g.label, context));
    else nodes.push(link(g.url, g.url, context));
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

// Blocks: code, headings, subtext, quotes, lists, lines.
export function markdown(text, context) {
  const out = [];
  const parts = text.split(/```(?:\w*\n)?([\s\S]*?)```/g);
  parts.forEach((part, number) => {
    if (number % 2) out.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else out.push(...lines(part.replace(number ? /^\n/ : /^(?!)/, ""), context));
  });
  return out;
}

function lines(text, context) {
  const out = [];
  let list = null;
  let paragraph = null;
  for (const line of text.split("\n")) {
    const item = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line);
    const head = /^(#{1,3})\s+(.*)$/.exec(line);
    const small = /^-#\s+(.*)$/.exec(line);
    const quote = /^>\s+(.*)$/.exec(line);
    if (item && !small) {
      paragraph = null;
      const kind = item[1] ? "ol" : "ul";
      if (list?.localName !== kind) out.push((list = el(kind, item[1] ? { start: item[1] } : {})));
      list.append(el("li", {}, inline(item[2], context)));
      continue;
    }
    list = null;
    if (head || small || quote) {
      paragraph = null;
      if (head) out.push(el(`h${head[1].length + 3}`, {}, inline(head[2], context)));
      else if (small) out.push(el("p", { class: "subtext" }, inline(small[1], context)));
      else out.push(el("blockquote", {}, inline(quote[1], context)));
    } else if (!paragraph) {
      if (line.trim()) out.push((paragraph = el("p", {}, el("span", { class: "line-of" }, inline(line, context)))));
    } else {
      paragraph.append(el("br"), el("span", { class: "line-of" }, inline(line, context)));
    }
  }
  return out;
}
