import { randomUUID } from 'node:crypto'
import { giveUpJob } from '@cotation/api/test/given-up-job.ts'
import { expect } from '@playwright/test'
import { type Customer, signUp } from './ordering/customer.ts'
import { deliver } from './ordering/delivery.ts'
import { anExpertQuestion } from './ordering/expert-question.ts'
import { anOrderPaidByCard } from './ordering/placed-order.ts'
import { requestCost } from './ordering/requested-cost.ts'
import { desktop } from './ordering/screens.ts'
import type { Staff } from './staff.ts'

/** For each staff screen with a parameter, an address that shows something. */
export type StaffRecords = Readonly<Record<string, string>>

/** Something in every list of the back office, made through the API. */
export async function makeStaffRecords(staff: Staff): Promise<StaffRecords> {
  const customer = await signUp(desktop, 'enterprise')
  const { orderId, runCode, trayCode, costId } = await anOrderBeingMade(staff, customer)
  const claimId = await aClaim(staff, customer)
  const { projectId, lineId } = await anExpertQuestion(customer)
  const proposalId = await aProposal(staff)
  const receipt = {
    bankTransactionId: randomUUID(),
    reference: 'Facture 2026-118',
    amountMinor: 12_500,
    currency: 'EUR',
  }
  await staff.call('POST', 'bank/receipt', receipt)
  const vatNumber = 'DE136695976'
  await staff.call('POST', 'vat-check/release', { vatNumber, reason: 'Attestation du fisc allemand' })

  return {
    'orders/$orderId': `orders/${orderId}`,
    'orders/$orderId/additional-cost': `orders/${orderId}/additional-cost`,
    'additional-costs/$costId': `additional-costs/${costId}`,
    'additional-costs/$costId/replace': `additional-costs/${costId}/replace`,
    'claims/$claimId': `claims/${claimId}`,
    'proposals/$proposalId': `proposals/${proposalId}`,
    'work/$code': `work/${runCode}`,
    'work/tray/$code': `work/tray/${trayCode}`,
    'experts/$lineId': `experts/${lineId}`,
    'customers/$customerId': `customers/${customer.id}`,
    'projects/$projectId': `projects/${projectId}`,
    'vat-numbers/$vatNumber': `vat-numbers/${vatNumber}`,
    'mails/$mailId': `mails/${await aMailTo(staff, customer)}`,
    'jobs/$jobId': `jobs/${await giveUpJob(process.env.PRODUCT_DATA ?? '')}`,
  }
}

interface ListedRow {
  id: string
}

interface OrderBeingMade {
  orderId: string
  runCode: string
  trayCode: string
  costId: string
}

/** In production with scrap, a tray, a note, messages and a requested cost. */
async function anOrderBeingMade(staff: Staff, customer: Customer): Promise<OrderBeingMade> {
  const order = await anOrderPaidByCard(customer)
  const { id: orderId } = order
  for (const to of ['in_review', 'in_production']) await staff.call('POST', `order/${orderId}/move`, { to, reason: '' })

  const { runs } = (await staff.call('GET', `order/${orderId}/production`)) as {
    runs: { code: string; steps: ListedRow[] }[]
  }
  const [run] = runs
  const [material, preparation, printing] = run?.steps ?? []
  if (!run || !material || !preparation || !printing) throw new Error('a printed part has three steps before others')
  await reportStep(staff, material, { good: 58, scrap: 2, reason: 'damage' })
  await reportStep(staff, preparation, { good: 58 })

  const contents = [{ stepId: printing.id, quantity: 20 }]
  const tray = (await staff.call('POST', 'tray', { key: randomUUID(), contents })) as { code: string }

  const { id: costId } = await requestCost(staff, customer, order)
  await staff.call('POST', `order/${orderId}/note`, { text: 'Rappelé : il attend la livraison complète.' })
  await staff.call('POST', `order/${orderId}/message`, {
    text: 'Deux pièces sont refaites, sans retard.',
    seenId: null,
  })
  await customer.api.call('POST /global/order/{orderId}/message', {
    params: { orderId },
    body: { text: 'Merci de me prévenir du départ.' },
  })

  return { orderId, runCode: run.code, trayCode: tray.code, costId }
}

function reportStep(staff: Staff, { id }: ListedRow, quantities: object): Promise<unknown> {
  return staff.call('POST', `production/step/${id}/report`, { key: randomUUID(), report: 'done', ...quantities })
}

async function aClaim(staff: Staff, customer: Customer): Promise<string> {
  const { id: orderId } = await anOrderPaidByCard(customer)
  await deliver(staff, orderId)

  const params = { orderId }
  const { data } = await customer.api.call('GET /global/afterSale/order/{orderId}', { params })
  const lineId = data.lines[0]?.lineId ?? ''
  const claimed = await customer.api.call('POST /global/afterSale/order/{orderId}/claim', {
    params,
    body: {
      submissionKey: randomUUID(),
      lines: [{ lineId, quantity: 1, place: null }],
      reason: 'missing',
      text: 'Il en manque une',
      photoIds: [],
    },
  })
  expect(claimed.status, JSON.stringify(claimed.error)).toBe(200)

  return claimed.data.id
}

/** A coupon that may cost so much that a second person must approve it. */
async function aProposal(staff: Staff): Promise<string> {
  const { proposal } = (await staff.call('POST', 'coupon', {
    code: `GRAND-${randomUUID().slice(0, 8).toUpperCase()}`,
    coupon: { type: 'amount', usd: 100, minGoodsUsd: 0 },
    mostUses: 1000,
    redeemableUntil: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    validDays: 30,
  })) as { proposal: ListedRow }
  return proposal.id
}

async function aMailTo(staff: Staff, customer: Customer): Promise<string> {
  let id = ''
  await expect(async () => {
    const { rows } = (await staff.call('GET', `list/mails?search=${encodeURIComponent(customer.email)}`)) as {
      rows: ListedRow[]
    }
    id = rows[0]?.id ?? ''
    expect(id, 'a mail in the list').not.toBe('')
  }).toPass({ timeout: 60_000 })
  return id
}
