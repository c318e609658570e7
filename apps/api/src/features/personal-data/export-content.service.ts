import type { Language } from '@cotation/domain'
import { type ZipEntry, zipName } from '#adapters/zip.ts'
import { AppError } from '#core/app-error.ts'
import { type AmountCell, type Cell, csvRow, csvStart } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import { getImage } from '#features/account/account.service.ts'
import { listClaimPhotos } from '#features/after-sale/photo.service.ts'
import { listInspectionPhotos } from '#features/inspection/photo.service.ts'
import { listReviewPhotos } from '#features/order/review-photo.service.ts'
import { readUpload } from '#features/upload/history.service.ts'
import { getCustomer } from './deletion.repository.ts'
import {
  type ListedOrder,
  listMovements,
  listOrderLines,
  listOrders,
  listStoredUploads,
  readExportedRows,
  readPrimaryKeys,
} from './export-rows.repository.ts'
import { type Invoiced, listInvoiced } from './invoice.repository.ts'
import { createInvoice } from './invoice.service.ts'
import { personalDataMap } from './map/personal-data-map.ts'

interface ExportWords {
  language: Language
  say: Translate
  orderWord: Translate
  movementWord: Translate
}

/** An entry that is read when its turn comes; null if its file has gone in the meantime. */
type LazyEntry = () => Promise<Omit<ZipEntry, 'modifiedAt'> | null>

/** Whose data is exported, and in which language. */
interface ExportRecipient {
  customerId: string
  language: Language
}

const exportedTables = personalDataMap.filter(({ exported }) => exported !== undefined)

/**
 * Everything in a customer's export, in the sequence of the ZIP file. Only the lists of orders and
 * files are in memory; rows and bytes are read while they are written.
 */
export async function listExportEntries(deps: Deps, { customerId, language }: ExportRecipient): Promise<LazyEntry[]> {
  const { email, image_id: imageId } = await getCustomer(deps.db, customerId)
  const subject = { customerId, email }
  const keys = await readPrimaryKeys(deps.db)
  const orders = await listOrders(deps.db, customerId)
  const invoices = await listInvoiced(deps.db, customerId)

  const words: ExportWords = {
    language,
    say: await loadTranslator(language, 'personal-data'),
    orderWord: await loadTranslator(language, 'order'),
    movementWord: await loadTranslator(language, 'balance'),
  }

  const tables = exportedTables.map(
    (rule): LazyEntry =>
      async () => ({
        name: `data/${rule.exported?.as}.json`,
        content: jsonList(readExportedRows(deps.db, rule, subject, keys.get(rule.table) ?? [])),
      }),
  )

  return [
    async () => ({ name: words.say('zip.readMe.name'), content: readMe(deps, email, words.say) }),
    ...tables,
    async () => ({ name: 'tables/orders.csv', content: orderTable(orders, words) }),
    async () => ({ name: 'tables/order-lines.csv', content: lineTable(deps, orders, words) }),
    async () => ({ name: 'tables/transactions.csv', content: movementTable(deps, customerId, words) }),
    ...invoices.map((invoiced) => invoiceEntry(deps, invoiced, customerId, language)),
    ...(imageId === null ? [] : [pictureEntry(deps, imageId)]),
    ...(await fileEntries(deps, customerId)),
    ...(await photoEntries(deps, customerId)),
  ]
}

function readMe(deps: Deps, email: string, say: Translate): string {
  const date = deps.clock().toISOString().slice(0, 16).replace('T', ' ')
  return say('zip.readMe.text', { brand: deps.config.brand.name, email, date }).replaceAll('\n', '\r\n')
}

async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row, null, 2)}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

const dollars = (minor: string | number): AmountCell => ({ minor: Number(minor) })

async function* csvFile(
  columns: readonly string[],
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
  { say, language }: ExportWords,
) {
  const header = columns.map((column) => say(`zip.columns.${column}`))
  yield csvStart + csvRow(header, language)
  for await (const row of rows) yield csvRow(row, language)
}

function orderTable(orders: readonly ListedOrder[], words: ExportWords) {
  const columns = ['order', 'placedAt', 'paidAt', 'status', 'totalUsd', 'poNumber', 'comment']
  const rows = orders.map((order): Cell[] => [
    order.number,
    order.placedAt,
    order.paidAt,
    words.orderWord(`status.${order.status}`),
    dollars(order.totalMinor),
    order.poNumber,
    order.comment,
  ])
  return csvFile(columns, rows, words)
}

function lineTable(deps: Deps, orders: readonly ListedOrder[], words: ExportWords) {
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { id, number } of orders) {
      for (const line of await listOrderLines(deps.db, id)) {
        const prices = [dollars(line.unit_minor), dollars(line.total_minor)]
        yield [number, line.position, line.name, line.quantity, ...prices, line.comment]
      }
    }
  }

  const columns = ['order', 'position', 'part', 'quantity', 'unitUsd', 'totalUsd', 'comment']
  return csvFile(columns, rows(), words)
}

function movementTable(deps: Deps, customerId: string, words: ExportWords) {
  async function* rows(): AsyncGenerator<Cell[]> {
    let page = await listMovements(deps.db, customerId, '0')
    while (page.length > 0) {
      for (const movement of page) {
        const isPoints = movement.currency === 'PTS'
        const amountOf = (value: string) => (isPoints ? Number(value) : dollars(value))
        yield [
          movement.at,
          words.movementWord(`types.${movement.kind}`),
          words.say(`zip.accounts.${movement.account}`),
          amountOf(movement.amount),
          movement.balance === null ? null : amountOf(movement.balance),
          movement.currency,
          movement.orderNumber,
          movement.note,
        ]
      }
      page = await listMovements(deps.db, customerId, page.at(-1)?.id ?? '0')
    }
  }

  const columns = ['date', 'type', 'account', 'amount', 'balance', 'currency', 'order', 'note']
  return csvFile(columns, rows(), words)
}

const invoiceEntry =
  (deps: Deps, invoiced: Invoiced, customerId: string, language: Language): LazyEntry =>
  async () => {
    const { bytes, fileName } = await createInvoice(deps, customerId, invoiced, language)
    return { name: `invoices/${zipName(fileName)}`, content: bytes }
  }

const pictureEntry =
  (deps: Deps, imageId: string): LazyEntry =>
  () =>
    unlessGone(async () => ({ name: 'picture.webp', content: await getImage(deps, imageId) }))

/** Two files may have the same name, so a part of the id comes first. */
async function fileEntries(deps: Deps, customerId: string): Promise<LazyEntry[]> {
  const owner = { customerId, visitorHash: null }
  const uploads = await listStoredUploads(deps.db, customerId)

  return uploads.map(
    ({ id, name }) =>
      () =>
        unlessGone(async () => {
          const { stream } = await readUpload(deps, owner, id)
          return { name: `files/${id.slice(0, 8)}-${zipName(name)}`, content: stream }
        }),
  )
}

/** Photos of claims, inspections and reviews. */
async function photoEntries(deps: Deps, customerId: string): Promise<LazyEntry[]> {
  const photos = [
    ...(await listClaimPhotos(deps, customerId)),
    ...(await listInspectionPhotos(deps, customerId)),
    ...(await listReviewPhotos(deps, customerId)),
  ]
  return photos.map(
    ({ id, read }) =>
      () =>
        unlessGone(async () => ({ name: `photos/${id}.webp`, content: await read() })),
  )
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
