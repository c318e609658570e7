import { createPdf, labelSize, type PdfPaper, type PdfStyle, rowHeightOf } from '#adapters/pdf.ts'
import type { PaperInput } from '#core/paper-maker.ts'
import { addressWords } from '#src/papers/address-words.ts'
import { code128 } from '#src/papers/code128.ts'
import { type PaperFacts, translatorOf, weightWords } from './order-paper.ts'
import type { ParcelDetails } from './order-view.repository.ts'
import { boxWords, parcelCarrierWords } from './parcel-paper.ts'

/** The texts of a label. */
export interface LabelContent {
  documentTitle: string
  brand: string
  carrier: string
  parcel: string
  from: { name: string; texts: string[] }
  to: { name: string; texts: string[] }
  /** Order, weight and box. */
  facts: string[]
  trackingNumber: string
}

/** What sticks on a parcel: who sends it to whom, and its number as text and bars. */
export function parcelLabel(parcel: ParcelDetails, facts: PaperFacts): LabelContent {
  const { details, config, words } = facts
  const { order } = details
  const say = translatorOf(words)
  const { brand } = config

  const orderFacts = [`${say('order')} ${order.number}`]
  if (order.po_number !== '') orderFacts.push(`${say('poNumber')} ${order.po_number}`)
  if (parcel.weight_g !== null) orderFacts.push(weightWords(parcel.weight_g, facts))
  const box = boxWords(parcel, facts)
  if (box !== '') orderFacts.push(box)

  return {
    documentTitle: say('label.documentTitle', { order: order.number, parcel: parcel.number }),
    brand: brand.name,
    carrier: parcelCarrierWords(parcel, facts),
    parcel: say('label.parcel', { parcel: parcel.number }),
    from: { name: say('label.from'), texts: [brand.legalEntity, brand.address, brand.phone].filter(Boolean) },
    to: { name: say('shipTo'), texts: addressWords(order.shipping_address, words) },
    facts: orderFacts,
    trackingNumber: parcel.tracking_number,
  }
}

// Thermal printers print black only.
const black = '#000000'
const small: PdfStyle = { size: 7.5, colour: black }
const normal: PdfStyle = { size: 9, colour: black }
const bold: PdfStyle = { size: 9, weight: 'semibold', colour: black }
const address: PdfStyle = { size: 12, colour: black }
const recipient: PdfStyle = { size: 14, weight: 'semibold', colour: black }
const large: PdfStyle = { size: 17, weight: 'semibold', colour: black }
const trackingStyle: PdfStyle = { size: 13, weight: 'semibold', colour: black }

const margin = 14
const barHeight = 62
/** Scanners need ten modules without ink at both sides. */
const quietModules = 10

/** Draws one text below another on the label. */
class LabelCursor {
  y = margin
  readonly paper: PdfPaper
  readonly width: number

  constructor(paper: PdfPaper) {
    this.paper = paper
    this.width = paper.width - 2 * margin
  }

  text(tag: 'H1' | 'P', text: string, style: PdfStyle, maxRows = 2): void {
    const rows = this.paper.wrap(text, this.width, style, maxRows)
    this.paper.leaf(tag, () => this.paper.text(rows, margin, this.y, this.width, style))
    this.y += rows.length * rowHeightOf(style.size)
  }

  rule(): void {
    this.paper.artifact(() => this.paper.fill(margin, this.y + 4, this.width, 1, black))
    this.y += 10
  }
}

/** The bars at the bottom of the label, as wide as they can be; none if the number cannot be encoded. */
function drawBars(paper: PdfPaper, trackingNumber: string, y: number, alt: string): void {
  const widths = code128(trackingNumber)
  if (!widths) return

  const modules = widths.reduce((sum, width) => sum + width, 2 * quietModules)
  const module = Math.min(1.2, paper.width / modules)
  let x = (paper.width - (modules - 2 * quietModules) * module) / 2

  const draw = () => {
    for (const [index, width] of widths.entries()) {
      const isBar = index % 2 === 0
      if (isBar) paper.fill(x, y, width * module, barHeight, black)
      x += width * module
    }
  }
  paper.leaf('Figure', draw, alt)
}

/** Draws a label of 100 × 150 mm. Deterministic: the same content and time give the same bytes. */
export async function drawLabel({ content, language, madeAt }: PaperInput<LabelContent>): Promise<Uint8Array> {
  const { documentTitle, brand, carrier, parcel, from, to, facts, trackingNumber } = content
  const paper = await createPdf({ title: documentTitle, author: brand, language, madeAt, size: labelSize })
  const cursor = new LabelCursor(paper)

  cursor.text('H1', carrier, large, 1)
  cursor.text('P', parcel, bold, 1)
  cursor.rule()

  cursor.text('P', from.name, small, 1)
  for (const text of from.texts) cursor.text('P', text, small)
  cursor.rule()

  const [name = '', ...rest] = to.texts
  cursor.text('P', to.name, small, 1)
  cursor.text('P', name, recipient)
  for (const text of rest) cursor.text('P', text, address)
  cursor.rule()

  cursor.text('P', facts.join(' · '), normal)

  const barsY = paper.height - margin - barHeight - rowHeightOf(trackingStyle.size) - 4
  drawBars(paper, trackingNumber, barsY, trackingNumber)
  cursor.y = barsY + barHeight + 4
  cursor.text('P', trackingNumber, trackingStyle, 1)

  return paper.finish()
}
