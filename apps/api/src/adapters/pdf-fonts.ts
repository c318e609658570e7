import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'

export type PdfWeight = 'regular' | 'semibold'

/** Each worker thread keeps this many words; beyond it, it starts again with none. */
const maxWords = 20_000

/** TrueType, because web fonts cannot be subset; a document embeds only the characters it uses. */
const files: Record<PdfWeight, string> = {
  regular: '400Regular/Inter_400Regular',
  semibold: '600SemiBold/Inter_600SemiBold',
}

/** A font as pdfkit opens it, by the members that are used here. It has no types of its own. */
interface OpenFont {
  hasGlyphForCodePoint(code: number): boolean
  layout(text: string, features?: unknown): unknown
  _glyphs: Record<number, unknown>
}

/** The font of one document: what it has drawn, and where it keeps the words it has laid out. */
interface DocumentFont {
  font: OpenFont
  layoutCache: Record<string, unknown>
}

// pdfkit has no public access to the current font.
const currentFont = (document: PDFKit.PDFDocument) => (document as unknown as { _font: DocumentFont })._font

interface SharedFont {
  open: OpenFont
  words: Record<string, unknown>
}

/**
 * Opens a font once for all documents: reading its tables and laying out the words that every
 * document has takes ten times as long as drawing an invoice.
 */
async function openFont(weight: PdfWeight): Promise<SharedFont> {
  const path = import.meta.resolve(`@expo-google-fonts/inter/${files[weight]}.ttf`)
  const bytes = await readFile(fileURLToPath(path))
  const open = currentFont(new PdfDocument().font(bytes)).font

  // A glyph remembers the character that first needed it, and a document takes the text that readers
  // copy from there. Forgotten before each word, so that no document depends on those before it.
  const layout = open.layout.bind(open)
  open.layout = (text, features) => {
    open._glyphs = {}
    return layout(text, features)
  }

  return { open, words: noWords() }
}

/** Without a prototype: "constructor" is a word too. */
const noWords = (): Record<string, unknown> => Object.create(null)

const opened = new Map<PdfWeight, Promise<SharedFont>>()

function sharedFont(weight: PdfWeight): Promise<SharedFont> {
  const font = opened.get(weight) ?? openFont(weight)
  opened.set(weight, font)
  return font
}

/** Registers all weights in a document, by name; the regular one becomes its current font. */
export async function registerFonts(document: PDFKit.PDFDocument): Promise<void> {
  for (const weight of ['regular', 'semibold'] as const) {
    const shared = await sharedFont(weight)
    if (Object.keys(shared.words).length > maxWords) shared.words = noWords()

    // pdfkit accepts an open font, which its types do not know.
    document.registerFont(weight, shared.open as unknown as Uint8Array)
    document.font(weight)
    currentFont(document).layoutCache = shared.words
  }

  document.font('regular')
}

/** Whether the current font can draw a character; pdfkit would silently draw an empty glyph. */
export const canDraw = (document: PDFKit.PDFDocument, character: string): boolean =>
  currentFont(document).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
