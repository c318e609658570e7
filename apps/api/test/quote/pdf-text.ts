import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  content: string
}

/** A document's objects by number, streams decompressed; supports only what our library writes. */
function objectsOf(pdf: Uint8Array): Map<string, PdfObject> {
  const whole = Buffer.from(pdf).toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const found of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|\nstream\n)/g)) {
    const [matched, number = '', head = ''] = found
    let content = ''
    if (matched.endsWith('stream\n')) {
      const start = found.index + matched.length
      const bytes = Buffer.from(whole.slice(start, start + Number(/\/Length (\d+)/.exec(head)?.[1])), 'latin1')
      content = (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
    }

    objects.set(number, { head, content })
  }

  return objects
}

const characters = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** The characters of a font's codes, from its ToUnicode table. */
function codesOf(table: string): string[] {
  return [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex = '']) => characters(hex.replaceAll(' ', ''))),
  )
}

/** The text of each page, one row per drawn text. */
export function pdfPages(pdf: Uint8Array): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, string[]>()
  for (const { head } of objects.values())
    for (const [, name = '', number = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? '')?.[1] ?? ''
      fonts.set(name, codesOf(objects.get(table)?.content ?? ''))
    }

  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))

  return pages.map(({ head }) => {
    const drawn = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.content ?? ''
    return [...drawn.matchAll(/\/(F\d+) [\d.]+ Tf[\s\S]*?\[(.*)\] TJ/g)]
      .map(([, font = '', shown = '']) =>
        [...shown.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((code) => fonts.get(font)?.[Number.parseInt(code, 16)] ?? '')
          .join(''),
      )
      .join('\n')
  })
}

/** The original texts of pieces that the font cannot draw. */
export function pdfSpokenTexts(pdf: Uint8Array): string[] {
  const all = [...objectsOf(pdf).values()].map(({ content }) => content).join('\n')
  return [...all.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, raw = '']) => {
    const bytes = raw.replaceAll(/\\([nrtbf()\\])/g, (_, mark: string) => {
      const plain: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
      return plain[mark] ?? mark
    })
    return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
  })
}
