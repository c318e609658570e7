import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { publishDraft, saveDraft as saveCatalogue } from '#features/catalogue/catalogue.service.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, useStaff } from '#test/builders.ts'
import { aClaim, aDeliveredOrder } from '#test/orders/claims.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { aQuotedProject, getProject } from '#test/quote/quotes.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const author = { author: 'Zoé', comment: 'Noms' }

const app = useApp(severalVisitors)
const staff = useStaff(app)

const price = { unitMinor: 12_50, workingDays: 8, validDays: 60, note: 'Rectifié après tournage' }

async function aBuyer(): Promise<Browser> {
  return aBrowserOf(app, (await aCustomer(app)).id)
}

type Part = Parameters<typeof aQuotedProject>[2]

/** A question of a customer about a part. */
async function aQuestion(part?: Part) {
  const browser = await aBuyer()
  const { projectId, line } = await aQuotedProject(app, browser, part)
  await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
    params: { projectId, lineId: line.id },
    body: { question: 'Un prix pour 500 ?', email: 'achats@example.com' },
  })
  return { browser, projectId, lineId: line.id }
}

const read = async (lineId: string) =>
  (await staff.call('GET /global/staff/expert/{lineId}', { params: { lineId } })).data

const similarTo = async (lineId: string) =>
  (await staff.call('GET /global/staff/expert/{lineId}/similar', { params: { lineId } })).data.parts

const answer = (lineId: string, body: typeof price = price, by = staff) =>
  by.call('POST /global/staff/expert/{lineId}/answer', { params: { lineId }, body })

const saveDraft = (by: Browser, lineId: string, unitMinor: number, seenAt: string | null = null) =>
  by.call('POST /global/staff/expert/{lineId}/draft', {
    params: { lineId },
    body: { unitMinor, note: 'À revoir', seenAt },
  })

const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(app.clock.now.getTime() + days * dayMs).toISOString()

describe('a question on the experts\u2019 desk', () => {
  it('shows the part, its findings in words, our own estimate and when an answer is due', async () => {
    const { lineId } = await aQuestion('sheet')
    staff.language = 'en'
    const view = await read(lineId)
    staff.language = 'fr'

    expect(view).toMatchObject({ lineId, state: 'asked', isOpen: true, question: 'Un prix pour 500 ?', draft: null })
    expect(Date.parse(view.dueAt) - Date.parse(view.askedAt)).toBe(dayMs)
    expect(view.findings.length).toBeGreaterThan(0)
    for (const { text } of view.findings) expect(text).toMatch(/\w+ \w+/)
    expect(view.description.material).not.toBe('')
    expect(view.line.part?.sizeMm.map(Math.round)).toEqual([60, 40, 1])
    expect(view.line.price).toEqual((await rowOf(app, 'quote_line', { id: lineId })).verdict?.price ?? null)
  })

  it('is answered with a price that the customer sees and gets by mail', async () => {
    const { browser, projectId, lineId } = await aQuestion()
    expect((await answer(lineId)).status).toBe(200)

    const { lines } = await getProject(browser, projectId)
    expect(lines[0]).toMatchObject({
      status: 'ready',
      manual: { state: 'answered', answer: { unitMinor: 12_50, workingDays: 8, note: price.note } },
    })
    const mails = await app.mails()
    expect(mails.filter(({ to }) => to === 'achats@example.com')).toHaveLength(1)
    expect(await read(lineId)).toMatchObject({ state: 'answered', isOpen: false, validUntil: daysFromNow(60) })
  })

  it('records who answered', async () => {
    const { lineId } = await aQuestion()
    await answer(lineId)

    const { answered_by } = await rowOf(app, 'manual_quote', { line_id: lineId })
    expect(answered_by).not.toBe('')
    const entries = await rowsOf(app, 'audit_entry', { subject_id: lineId })
    expect(entries.map(({ action }) => action)).toEqual(['line.question-answered'])
  })

  it('is declined with a reason', async () => {
    const { browser, projectId, lineId } = await aQuestion()
    const params = { lineId }
    const refused = await staff.call('POST /global/staff/expert/{lineId}/decline', { params, body: { note: ' ' } })
    expect(refused.error).toMatchObject({ code: 'VALIDATION' })

    await staff.call('POST /global/staff/expert/{lineId}/decline', { params, body: { note: 'Parois trop fines' } })
    const { lines } = await getProject(browser, projectId)
    expect(lines[0]?.manual).toMatchObject({ state: 'declined', answer: { note: 'Parois trop fines' } })
  })

  it('is answered once: a second answer and a draft are refused', async () => {
    const { lineId } = await aQuestion()
    const answers = await Promise.all([answer(lineId), answer(lineId, price, await aStaffBrowser(app))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])

    const late = await saveDraft(staff, lineId, 99)
    expect(late.error).toMatchObject({ code: 'QUESTION_CLOSED' })
  })

  it('is closed once the customer withdraws it', async () => {
    const { browser, projectId, lineId } = await aQuestion()
    await browser.call('DELETE /global/project/{projectId}/line/{lineId}/expert', { params: { projectId, lineId } })

    expect(await read(lineId)).toMatchObject({ state: 'withdrawn', isOpen: false })
    expect((await answer(lineId)).error).toMatchObject({ code: 'QUESTION_CLOSED' })
  })

  it('does not open lines about which nobody asked', async () => {
    const { line } = await aQuotedProject(app, await aBuyer())
    const { status } = await staff.call('GET /global/staff/expert/{lineId}', { params: { lineId: line.id } })
    expect(status).toBe(404)
  })
})

describe('a draft of an answer', () => {
  it('is seen by colleagues with its author, and not by the customer', async () => {
    const { browser, projectId, lineId } = await aQuestion()
    await saveDraft(staff, lineId, 99_00)

    expect((await read(lineId)).draft).toMatchObject({
      unitMinor: 99_00,
      note: 'À revoir',
      by: expect.stringMatching(/./),
    })
    expect(JSON.stringify(await getProject(browser, projectId))).not.toContain('À revoir')
  })

  it('keeps the parcel of a part that could not be measured, as far as it is known', async () => {
    const { lineId } = await aQuestion()
    const parcel = { lengthMm: 120.5, weightG: 800 }
    await staff.call('POST /global/staff/expert/{lineId}/draft', {
      params: { lineId },
      body: { note: '', parcel, seenAt: null },
    })
    expect((await read(lineId)).draft).toMatchObject({ parcel })
  })

  it('is not overwritten unseen if a colleague has saved it meanwhile', async () => {
    const { lineId } = await aQuestion()
    const colleague = await aStaffBrowser(app)
    const first = await saveDraft(staff, lineId, 99_00)
    app.clock.advance(60)
    const newer = await saveDraft(colleague, lineId, 88_00, first.data.at)

    const refused = await saveDraft(staff, lineId, 77_00, first.data.at)
    expect(refused).toMatchObject({ status: 409, error: { code: 'DRAFT_OVERTAKEN' } })
    expect(refused.error.message).toContain('entre-temps')
    expect((await read(lineId)).draft).toMatchObject({ unitMinor: 88_00 })

    app.clock.advance(60)
    expect((await saveDraft(staff, lineId, 77_00, newer.data.at)).status).toBe(200)
  })

  it('is saved by one of two people who had seen none', async () => {
    const { lineId } = await aQuestion()
    const answers = await Promise.all([
      saveDraft(staff, lineId, 99_00),
      saveDraft(await aStaffBrowser(app), lineId, 88_00),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is saved once if the call is repeated', async () => {
    const { lineId } = await aQuestion()
    const first = await saveDraft(staff, lineId, 99_00)
    app.clock.advance(60)
    expect((await saveDraft(staff, lineId, 99_00)).data).toEqual(first.data)
  })

  it('ends with the answer', async () => {
    const { lineId } = await aQuestion()
    await saveDraft(staff, lineId, 99_00)
    await answer(lineId)
    expect((await read(lineId)).draft).toBeNull()
  })
})

describe('the validity of an expert\u2019s price', () => {
  const requote = (browser: Browser, projectId: string) =>
    browser.call('POST /global/project/{projectId}/requote', { params: { projectId } })

  it('lets it survive a requote until its end, and not after', async () => {
    const { browser, projectId, lineId } = await aQuestion()
    await answer(lineId, { ...price, validDays: 90 })

    const end = new Date(app.clock.now.getTime() + 90 * dayMs)
    await updateRows(
      app,
      'manual_quote',
      { line_id: lineId },
      { answered_at: new Date(app.clock.now.getTime() - 45 * dayMs) },
    )
    await requote(browser, projectId)
    expect((await getProject(browser, projectId)).lines[0]?.manual).toMatchObject({ state: 'answered' })

    await updateRows(app, 'manual_quote', { line_id: lineId }, { valid_until: new Date(end.getTime() - 90 * dayMs) })
    await requote(browser, projectId)
    expect((await getProject(browser, projectId)).lines[0]?.manual).toBeNull()
  })

  it('never ends before the other prices of the project', async () => {
    const { projectId, lineId } = await aQuestion()
    await answer(lineId, { ...price, validDays: 1 })
    const { valid_until } = await rowOf(app, 'project', { id: projectId })
    expect((await read(lineId)).validUntil).toBe(valid_until.toISOString())
  })
})

describe('the similar parts', () => {
  it('are at most five, best first, without the line itself', async () => {
    for (const part of ['block', 'largerBlock', 'plate', 'longerPlate', 'sheet', 'holeNearEdge'] as const)
      await aQuotedProject(app, await aBuyer(), part)
    const { lineId } = await aQuestion('block')

    const parts = await similarTo(lineId)
    expect(parts).toHaveLength(5)
    expect(parts.map((part) => part.lineId)).not.toContain(lineId)
    const similarities = parts.map(({ similarity }) => similarity)
    expect(similarities).toEqual(similarities.toSorted((a, b) => b - a))
    expect(parts[0]).toMatchObject({ name: 'block.stl', similarity: 1 })
    expect(parts[1]?.name).toBe('largerBlock.stl')
  })

  it('say what each cost and whether it was ordered', async () => {
    const { id: customerId } = await aCustomer(app)
    const { id: orderId, number } = await aPlacedOrder(app, customerId)
    const line = await rowOf(app, 'order_line', { order_id: orderId })
    const { lineId } = await aQuestion('block')

    const ordered = (await similarTo(lineId)).find(({ order }) => order !== null)
    expect(ordered?.order).toEqual({ id: orderId, number, scrapped: null, claims: 0, minutes: null })
    expect(ordered).toMatchObject({ unitMinor: Number(line.unit_minor), quantity: line.quantity, isByExpert: false })
  })

  it('say how many pieces were scrapped, what was claimed, and the minutes of finished steps', async () => {
    // Of lines with the same part, the one that was ordered last is listed.
    app.clock.advance(60)
    const delivered = await aDeliveredOrder(app, (await aCustomer(app)).id, { parts: ['largerBlock'] })
    const [orderLineId = ''] = delivered.lineIds
    const { id: runId } = await rowOf(app, 'production_run', { line_id: orderLineId })
    const [first, second, third, fourth, ...others] = (await rowsOf(app, 'production_step', { run_id: runId })).sort(
      (one, other) => one.position - other.position,
    )
    const setStep = (step: typeof first, change: Parameters<typeof updateRows<'production_step'>>[3]) =>
      updateRows(
        app,
        'production_step',
        { id: step?.id ?? '' },
        { planned_minutes: null, worked_seconds: 0, ...change },
      )
    await setStep(first, { planned_minutes: 20, worked_seconds: 30 * 60, good: 4, scrap: 1 })
    await setStep(second, { planned_minutes: 10.5, worked_seconds: 90 })
    // What was not timed, not finished or not planned is left out of both sums.
    await setStep(third, { planned_minutes: 40 })
    await setStep(fourth, { planned_minutes: 5, worked_seconds: 60, state: 'paused' })
    for (const step of others) await setStep(step, { worked_seconds: 600 })

    const outcome = async () => {
      const { lineId } = await aQuestion('largerBlock')
      return (await similarTo(lineId)).find(({ order }) => order?.id === delivered.order.id)?.order
    }
    expect(await outcome()).toMatchObject({ scrapped: 1, claims: 0, minutes: { actual: 31.5, planned: 30.5 } })

    const claim = await aClaim(delivered)
    expect(await outcome()).toMatchObject({ claims: 1 })
    await delivered.browser.call('POST /global/afterSale/claim/{claimId}/withdraw', { params: { claimId: claim.id } })
    expect(await outcome()).toMatchObject({ claims: 0 })
  })

  it('keep the material of their own project when a later catalogue calls it otherwise', async () => {
    // If lines have the same part, the one that was priced last is listed.
    app.clock.advance(60)
    const before = await aQuestion('longerPlate')
    const { material } = (await read(before.lineId)).description
    await answer(before.lineId)

    app.clock.advance(60)
    const version = '2026-03-02.9'
    const materials = packagedCatalogue.materials.map((one) => ({ ...one, name: { fr: 'Neuf', en: 'New' } }))
    await saveCatalogue(app.deps, JSON.stringify({ ...packagedCatalogue, version, materials }), author)
    await publishDraft(app.deps, version, null)

    const later = await aQuestion('longerPlate')
    expect((await read(later.lineId)).description.material).toBe('Neuf')
    const similar = await similarTo(later.lineId)
    expect(similar.find(({ lineId }) => lineId === before.lineId)?.material).toBe(material)
  })

  it('include what an expert has priced', async () => {
    const first = await aQuestion('giant')
    await answer(first.lineId)
    const second = await aQuestion('giant')

    const [same] = await similarTo(second.lineId)
    expect(same).toMatchObject({
      lineId: first.lineId,
      unitMinor: 12_50,
      workingDays: 8,
      isByExpert: true,
      order: null,
    })
  })

  it('leave out projects that were removed', async () => {
    const first = await aQuestion('giant')
    await answer(first.lineId)
    await first.browser.call('DELETE /global/project/{projectId}', { params: { projectId: first.projectId } })

    const second = await aQuestion('giant')
    expect((await similarTo(second.lineId)).map(({ lineId }) => lineId)).not.toContain(first.lineId)
  })
})

describe('the files of a question', () => {
  it('are sent as the customer sent them, and each download is recorded', async () => {
    const { lineId } = await aQuestion()
    const { upload_id } = await rowOf(app, 'quote_line', { id: lineId })
    const { sha256 } = await rowOf(app, 'upload', { id: upload_id })
    await app.deps.files.put(partKey(String(sha256)), Buffer.from('the model'), { contentType: 'model/stl' })

    const file = await staff.fetch(`/gateway/global/staff/expert/${lineId}/file/${upload_id}`)
    expect(await file.text()).toBe('the model')
    expect(await rowsOf(app, 'audit_entry', { subject_id: upload_id })).toMatchObject([
      { action: 'file.downloaded', after: { lineId } },
    ])
  })

  it('are only those of the line', async () => {
    const first = await aQuestion()
    const second = await aQuestion('plate')
    const { upload_id } = await rowOf(app, 'quote_line', { id: second.lineId })
    const { status } = await staff.fetch(`/gateway/global/staff/expert/${first.lineId}/file/${upload_id}`)
    expect(status).toBe(404)
  })
})
