/** Markup that is safe to send. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

type Value = string | number | Html | Html[]

function toMarkup(value: Value): string {
  if (value instanceof Html) return value.markup
  return Array.isArray(value) ? value.map((html) => html.markup).join('') : escapeHtml(String(value))
}

/** A template that escapes its values unless they are `Html`, so that escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const markup = strings.map((text, index) => text + (index < values.length ? toMarkup(values[index] ?? '') : ''))
  return new Html(markup.join(''))
}
