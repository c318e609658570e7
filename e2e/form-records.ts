import { randomUUID } from 'node:crypto'
import { Authenticator } from '@cotation/api/test/second-factors.ts'
import { expect } from '@playwright/test'
import type { FormRecords } from './form-list.ts'
import { finishMaking } from './inspected-run.ts'
import { anAddress, type Customer, password, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anOrderPaidByCard, anOrderToPayByCard, placeOrder } from './ordering/placed-order.ts'
import { aReadyProject } from './ordering/ready-project.ts'
import { requestCost } from './ordering/requested-cost.ts'
import { desktop } from './ordering/screens.ts'
import type { Staff } from './staff.ts'
import { makeStaffRecords } from './staff-records.ts'

/** Everything that a customer can fill in a form about. */
export async function makeCustomerRecords(staff: Staff, customer: Customer): Promise<FormRecords> {
  await staff.call('PATCH', `customer/${customer.id}`, { isRecharge: true })
  await anAddress(customer)
  const project = await aReadyProject(customer)
  const unanswered = await aReadyProject(customer, { answersExport: false })
  const unpaid = await anOrderToPayByCard(customer)
  const delivered = await anOrderPaidByCard(customer)
  await deliver(staff, delivered.id)
  const cost = await requestCost(staff, customer, await anOrderPaidByCard(customer))

  const claimId = await aClaim(customer, delivered.id)
  await staff.call('POST', `afterSale/${claimId}/question`, { text: 'Avec quel instrument ?' })
  const acceptedId = await aClaim(customer, delivered.id)
  await staff.call('POST', `afterSale/${acceptedId}/accept`, { text: '' })
  const accepted = await customer.api.call('GET /global/afterSale/claim/{claimId}', { params: { claimId: acceptedId } })

  return {
    projectId: project.id,
    unansweredId: unanswered.id,
    unpaidId: unpaid.id,
    deliveredId: delivered.id,
    costId: cost.id,
    claimId,
    number: delivered.number,
    workOrder: accepted.data.workOrderNumber ?? '',
  }
}

async function aClaim({ api }: Customer, orderId: string): Promise<string> {
  const params = { orderId }
  const { data: claimable } = await api.call('GET /global/afterSale/order/{orderId}', { params })
  const line = { lineId: claimable.lines[0]?.lineId ?? '', quantity: 1, place: null }
  const text = 'Il en manque une'
  const claim = { submissionKey: randomUUID(), lines: [line], reason: 'missing' as const, text, photoIds: [] }
  const { data, status, error } = await api.call('POST /global/afterSale/order/{orderId}/claim', {
    params,
    body: claim,
  })

  expect(status, JSON.stringify(error)).toBe(200)

  return data.id
}

/** Turns the second step of the log-in on. */
export async function makeGuardedRecords({ api, email }: Customer): Promise<FormRecords> {
  const { data } = await api.call('POST /global/account/secondFactor/begin', {})
  const app = new Authenticator(data.secret, () => new Date())
  const { status, error } = await api.call('POST /global/account/secondFactor/confirm', {
    body: { code: app.nextCode() },
  })

  expect(status, JSON.stringify(error)).toBe(200)

  return { email, password }
}

interface Run {
  code: string
  steps: { id: string; operation: string }[]
}

/** Work in every state that has a form. */
export async function makeWorkRecords(staff: Staff): Promise<FormRecords> {
  const records = await makeStaffRecords(staff)
  const customer = await signUp(desktop)
  const started = await anOrderInProduction(staff, customer)
  const made = await anOrderInProduction(staff, customer)
  await finishMaking(staff, made.id)
  const printed = await anOrderInProduction(staff, customer)
  const stepId = await reachPrinting(staff, printed)
  const idOf = (path: string) => records[path]?.split('/')[1] ?? ''

  return {
    orderId: idOf('orders/$orderId'),
    costId: idOf('additional-costs/$costId'),
    proposalId: idOf('proposals/$proposalId'),
    lineId: idOf('experts/$lineId'),
    customerId: idOf('customers/$customerId'),
    payerOrderId: await anOrderOwedToItsPayer(staff, customer),
    newRun: started.run.code,
    inspectedRun: made.run.code,
    openTray: await aTray(staff, stepId),
    printingTray: await aPrintingTray(staff, stepId),
    otherTray: await aPrintingTray(staff, stepId),
  }
}

/** Paid by the holder of a link, by transfer; a part of that waits to be returned. */
async function anOrderOwedToItsPayer(staff: Staff, customer: Customer): Promise<string> {
  const { id } = await placeOrder(customer, { method: 'agency' })
  const link = await customer.api.call('POST /global/payment/order/{orderId}/link', {
    params: { orderId: id },
    body: {},
  })
  const begin = { key: link.data.key, method: 'bank_transfer' as const }
  const { data } = await customer.api.call('POST /global/payment/link/begin', { body: begin })
  const { reference, amountMinor } = data.open?.bank ?? {}
  const receipt = { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' }
  await staff.call('POST', 'bank/receipt', receipt)
  const refund = { amountMinor: 1000, reason: 'Une pièce manque', key: randomUUID() }
  await staff.call('POST', `order/${id}/refund`, refund)

  return id
}

interface OrderInProduction {
  id: string
  run: Run
}

async function anOrderInProduction(staff: Staff, customer: Customer): Promise<OrderInProduction> {
  const { id } = await anOrderPaidByCard(customer)
  for (const to of ['in_review', 'in_production']) await staff.call('POST', `order/${id}/move`, { to, reason: '' })

  const { runs } = (await staff.call('GET', `order/${id}/production`)) as { runs: Run[] }
  const [run] = runs
  if (!run) throw new Error('an order in production has a run')
  return { id, run }
}

/** Reports the steps before the printing, whose id it returns. */
async function reachPrinting(staff: Staff, { run }: OrderInProduction): Promise<string> {
  for (const { id, operation } of run.steps) {
    if (operation === 'printing') return id
    await staff.call('POST', `production/step/${id}/report`, { key: randomUUID(), report: 'done', good: 60 })
  }
  throw new Error('the part is not printed')
}

const trayContents = (stepId: string) => [{ stepId, quantity: 5 }]

async function aTray(staff: Staff, stepId: string): Promise<string> {
  const contents = trayContents(stepId)
  const { code } = (await staff.call('POST', 'tray', { key: randomUUID(), contents })) as { code: string }
  return code
}

async function aPrintingTray(staff: Staff, stepId: string): Promise<string> {
  const code = await aTray(staff, stepId)
  const start = { key: randomUUID(), agoSeconds: 0, contents: trayContents(stepId) }
  await staff.call('POST', `tray/${code}/start`, start)
  return code
}
