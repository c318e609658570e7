// @vitest-environment node
import PDFDocument from 'pdfkit'
import { beforeAll, expect, it, vi } from 'vitest'
import type { PdfReader } from './pdf-reader.ts'

let faultOf: (error: unknown) => string
let newReader: () => PdfReader

beforeAll(async () => {
  // The library needs these of a browser when it is imported; nothing is drawn here.
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData']) vi.stubGlobal(name, class {})
  await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  const module = await import('./pdf-reader.ts')
  faultOf = module.faultOf
  newReader = () => new module.PdfReader({})
})

function aPdf(sizes: [number, number][], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, ...options })
  for (const size of sizes) document.addPage({ size })

  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.end()
  })
}

/** Written by hand: a program for PDF takes ten seconds for this many pages. */
function emptyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`)
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${count} >>`,
    ...kids.map(() => page),
  ]

  let file = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const place = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`)
}

const bytesOf = (file: Buffer): ArrayBuffer => new Uint8Array(file).buffer

const faultIn = (file: Buffer) =>
  newReader()
    .open(bytesOf(file))
    .then(
      () => 'none',
      (error: unknown) => faultOf(error),
    )

it('counts the pages of a PDF and measures each of them', async () => {
  const reader = newReader()
  const file = await aPdf([
    [595, 842],
    [2384, 3370],
  ])
  expect(await reader.open(bytesOf(file))).toEqual({ pages: 2 })
  expect(await reader.size(1)).toEqual({ width: 595, height: 842 })
  expect(await reader.size(2)).toEqual({ width: 2384, height: 3370 })
})

it('reads one of ten thousand pages without the others', async () => {
  const reader = newReader()
  const pages = 10_000
  expect(await reader.open(bytesOf(emptyPages(pages)))).toEqual({ pages })
  expect(await reader.size(9999)).toEqual({ width: 100, height: 100 })
})

it('says that a PDF is encrypted, or damaged', async () => {
  const file = await aPdf([[595, 842]])
  expect(await faultIn(await aPdf([[595, 842]], { userPassword: 'secret' }))).toBe('encrypted')
  expect(await faultIn(file.subarray(0, 60))).toBe('unreadable')
  expect(await faultIn(Buffer.from('%PDF-1.7\nnothing more'))).toBe('unreadable')
  expect(await faultIn(Buffer.alloc(0))).toBe('unreadable')
})

it('says that a page is missing which the PDF claims to have', async () => {
  const reader = newReader()
  const file = await aPdf([[595, 842]])
  const liar = Buffer.from(file.toString('latin1').replace('/Count 1', '/Count 9'), 'latin1')
  await reader.open(bytesOf(liar))
  await expect(reader.size(9)).rejects.toThrow()
})
