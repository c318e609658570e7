/** Markup that is already safe to send. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

type Part = string | number | Html | Html[]

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map((html) => html.markup).join('') : escaped(String(part))
}

/** A template whose values are escaped unless they are `Html` themselves: forgetting to escape is not possible. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < parts.length ? markupOf(parts[index] ?? '') : '')).join(''),
  )
}
