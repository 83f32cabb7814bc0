// A modal: a dialog with text fields and selects, sent as one.
import { el, uid } from "./dom.js";

export function showModal(modal, seat) {
  const fields = [];
  const form = el("form", { method: "dialog" }, el("h2", {}, modal.title));
  for (const row of modal.components) {
    for (const slot of row.type === 18 ? [row.component] : row.components ?? []) form.append(field(row, slot, fields, seat));
  }
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const dialog = el("dialog", { class: "modal" }, form);
  form.append(
    problem,
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, seat.say("Cancel")),
      el("button", { type: "submit", class: "button primary" }, seat.say("Submit")),
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(([id, control]) => [id, control.multiple ? [...control.selectedOptions].map((o) => o.value) : control.value]));
    const answer = await seat.ask({ do: "submit", modal: modal.interaction, fields: values });
    problem.hidden = answer.ok && !answer.failed;
    problem.textContent = answer.ok ? answer.failed ?? "" : answer.error;
    if (problem.hidden) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function field(row, slot, fields, seat) {
  const id = uid("field");
  const attributes = { id, required: slot.required !== false, placeholder: slot.placeholder ?? "" };
  let control;
  if (slot.type === 4) {
    const limits = { minlength: slot.min_length && String(slot.min_length), maxlength: slot.max_length && String(slot.max_length) };
    control = slot.style === 2 ? el("textarea", { ...attributes, ...limits, rows: "5" }) : el("input", { ...attributes, ...limits });
    control.value = slot.value ?? "";
  } else {
    const options = slot.options ?? seat.people.map((p) => ({ label: p.name, value: p.id }));
    control = el("select", { id, multiple: (slot.max_values ?? 1) > 1 }, options.map((o) => el("option", { value: o.value, selected: Boolean(o.default) }, o.label)));
  }
  fields.push([slot.custom_id, control]);
  return el("div", { class: "field" }, el("label", { for: id }, row.label ?? slot.label ?? ""), control);
}
