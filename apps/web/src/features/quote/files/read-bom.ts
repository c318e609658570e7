import { uploadLimits } from '@cotation/domain'
import { decodeText, parseTable } from './csv.ts'
import { plainText } from './words.ts'

/** What a column of a bill of materials says about a part, besides which part it is. */
export const bomFields = ['quantity', 'process', 'material', 'finish', 'colour', 'tolerance', 'comment'] as const
export type BomField = (typeof bomFields)[number]

/** A row as it is written: nothing is interpreted yet. */
export interface BomRow {
  /** From 1, as a spreadsheet counts. */
  number: number
  /** What may name the file or part, the surest first. */
  names: readonly string[]
  texts: Readonly<Partial<Record<BomField, string>>>
}

export type Bom =
  | { ok: true; rows: readonly BomRow[]; fields: readonly BomField[]; ignoredColumns: readonly string[] }
  | { ok: false; reason: 'noPartColumn' | 'noFields' | 'noRows' | 'tooManyRows' }

/** Titles of columns that name the part, from the surest to the least sure. */
const partTitles = [
  /^(file|file ?name|fichier|nom (du |de )?fichier|cad file|model|modele)$/,
  /^(part|part name|piece|nom (de la )?piece|name|nom)$/,
  /^(part (number|no|nr|num)|pn|p n|reference|ref|numero|article|code)$/,
  /^(designation|description)$/,
] as const

const fieldTitles: Readonly<Record<BomField, RegExp>> = {
  quantity: /^(quantity|quantite|qty|qte|qt|nombre|nb|count|pcs|pieces|nb pieces|nombre de pieces|quantity ordered)$/,
  process: /^(process|procede|technology|technologie|manufacturing process|fabrication)$/,
  material: /^(material|materials|materiau|materiaux|matiere|mat)$/,
  finish:
    /^(finish|finishing|finition|finitions|surface finish|surface treatment|treatment|traitement|traitement de surface|etat de surface)$/,
  colour: /^(colour|color|couleur|teinte)$/,
  tolerance: /^(tolerance|tolerances|tolerance generale|general tolerance)$/,
  comment:
    /^(comment|comments|commentaire|commentaires|remarque|remarques|remark|remarks|note|notes|observation|observations)$/,
}

/** Titles above the table: company, date, project. */
const maxRowsAboveTitles = 15

interface Columns {
  /** Indices of the columns that name the part, the surest first. */
  part: number[]
  fields: Map<BomField, number>
  ignored: string[]
}

function columnsOf(titles: readonly string[]): Columns {
  const columns: Columns = { part: [], fields: new Map(), ignored: [] }
  const plain = titles.map((title) => plainText(title.replaceAll(/\(.*?\)/g, '')))

  for (const pattern of partTitles) {
    for (const [at, title] of plain.entries()) if (pattern.test(title)) columns.part.push(at)
  }

  for (const field of bomFields) {
    const at = plain.findIndex((title) => fieldTitles[field].test(title))
    if (at >= 0) columns.fields.set(field, at)
  }

  const used = new Set([...columns.part, ...columns.fields.values()])
  columns.ignored = titles.filter((title, at) => title !== '' && !used.has(at))

  return columns
}

function rowOf(cells: readonly string[], { part, fields }: Columns, number: number): BomRow {
  const names = part.map((at) => cells[at] ?? '').filter((name) => name !== '')
  const texts: Partial<Record<BomField, string>> = {}
  for (const [field, at] of fields) {
    const text = cells[at] ?? ''
    if (text !== '') texts[field] = text
  }

  return { number, names, texts }
}

/** Reads a bill of materials. Columns are recognised by their French or English titles. */
export function readBom(bytes: Uint8Array): Bom {
  const table = parseTable(decodeText(bytes))
  const heads = table.slice(0, maxRowsAboveTitles).map(columnsOf)
  const headAt = heads.findIndex(({ part, fields }) => part.length > 0 && fields.size > 0)
  const columns = heads[headAt]
  if (!columns) {
    const hasPart = heads.some(({ part }) => part.length > 0)
    return { ok: false, reason: hasPart ? 'noFields' : 'noPartColumn' }
  }

  const rows = table
    .slice(headAt + 1)
    .map((cells, at) => rowOf(cells, columns, headAt + 2 + at))
    .filter(({ names, texts }) => names.length > 0 && Object.keys(texts).length > 0)
  if (rows.length === 0) return { ok: false, reason: 'noRows' }
  if (rows.length > uploadLimits.filesPerProject) return { ok: false, reason: 'tooManyRows' }

  return { ok: true, rows, fields: [...columns.fields.keys()], ignoredColumns: columns.ignored }
}
