import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Customer, signUp } from './ordering/customer.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { desktop } from './ordering/screens.ts'
import { freePort, newDataDir, type RunningProduct, startProduct } from './start-product.ts'

const run = promisify(execFile)

async function tool(name: 'backup' | 'mails', words: readonly string[], dataDir: string): Promise<void> {
  const program = join(import.meta.dirname, `../apps/api/src/tools/${name}-tool.ts`)
  await run(process.execPath, [program, ...words], { env: { ...process.env, DATA_DIR: dataDir } })
}

/** Places orders until `work` has ended. */
async function orderDuring(customer: Customer, work: Promise<void>): Promise<void> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const placeOrders = async () => {
    while (!isOver) await anOrderPaidByCard(customer)
  }

  await Promise.all([ended, placeOrders()])
}

/**
 * A drill: a product is backed up while a customer orders, and restored elsewhere. An order that the
 * customer had paid before is named in the environment for `restored.journey.ts`.
 */
export async function startRestoredProduct(port: number, settings: Record<string, string>): Promise<RunningProduct> {
  const original = await startProduct(await freePort(), settings)
  process.env.PRODUCT_URL = original.url
  process.env.PRODUCT_DATA = original.dataDir
  const folder = await mkdtemp(join(tmpdir(), 'cotation-drill-'))
  const restoredDir = await newDataDir()

  try {
    const customer = await signUp(desktop)
    const { id, number } = await anOrderPaidByCard(customer)
    Object.assign(process.env, { RESTORED_EMAIL: customer.email, RESTORED_ORDER: id, RESTORED_NUMBER: number })

    const backup = join(folder, 'backup')
    await orderDuring(customer, tool('backup', ['backup', '--to', backup], original.dataDir))

    await tool('backup', ['restore', '--from', backup], restoredDir)
    await tool('mails', ['release'], restoredDir)
  } finally {
    await original.stop()
    await rm(folder, { recursive: true, force: true })
  }

  return startProduct(port, settings, restoredDir)
}
