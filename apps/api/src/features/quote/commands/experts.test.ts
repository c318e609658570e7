import type { LineView } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxExpertMailsPerHour } from '#features/quote/rows/manual-quote.repository.ts'
import { settleAnalysedFile } from '#features/quote/settle/settle-lines.service.ts'
import type { Browser } from '#test/browser.ts'
import { anEmail, aVisitor } from '#test/builders.ts'
import {
  anUploadOf,
  aProject,
  aQuotedProject,
  configurationOf,
  configure,
  finishAnalysis,
  replaceFile,
} from '#test/quote/quotes.ts'
import { updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'
import { answerQuestion, listQuestions } from './expert.service.ts'
import { sendExpertDigest } from './expert-mail.service.ts'

const app = useSharedApp()
let browser: Browser
let email: string

beforeEach(async () => {
  // Questions of earlier tests no longer count for the mails of this hour.
  app.clock.advance(3601)
  browser = await aVisitor(app)
  email = anEmail()
})

async function lineOf(projectId: string): Promise<LineView> {
  const { data } = await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })
  const [line] = data.project?.lines ?? []
  if (!line) throw new Error('no line')
  return line
}

async function ask(projectId: string, lineId: string, question = 'Une tolérance de 5 µm ?') {
  const { data } = await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
    params: { projectId, lineId },
    body: { question, email },
  })
  return data.lines[0]
}

/** The file is stored, but could not be read. */
async function failAnalysis(uploadId: string): Promise<void> {
  await finishAnalysis(app, uploadId, 'block')
  await updateRows(app, 'upload', { id: uploadId }, { state: 'failed', analysis_id: null })
}

const price = { state: 'answered', unitMinor: 1250, workingDays: 8, note: 'Rectifié', answeredBy: 'Léa' } as const
const waiting = async () => (await listQuestions(app.deps)).map(({ lineId }) => lineId)

describe('a question to an expert', () => {
  it('sets the line to waiting and mails staff the part without naming the customer', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const asked = await ask(projectId, line.id)

    expect(asked).toMatchObject({
      status: 'manual-quote',
      manual: { state: 'asked', question: 'Une tolérance de 5 µm ?', answer: null },
    })

    const mail = await app.mail(app.deps.config.brand.email, 'expert-asked')
    expect(mail.text).toContain('Une tolérance de 5 µm ?')
    expect(mail.text).toContain(`/manufacture/staff/experts/${line.id}`)
    expect(JSON.stringify(mail)).not.toContain(email)
    expect(await waiting()).toContain(line.id)
  })

  it('is refused while the file is not analysed, so that nobody floods staff without one (ABU-5)', async () => {
    const { id: projectId } = await aProject(browser)
    const { data } = await browser.call('POST /global/project/{projectId}/lines', {
      params: { projectId },
      body: { files: [{ name: 'part.stl', bytes: 1000 }] },
    })

    const { status, error } = await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
      params: { projectId, lineId: data.lines[0]?.id ?? '' },
      body: { question: 'Combien ?', email },
    })
    expect(status).toBe(409)
    expect(error).toMatchObject({ code: 'PART_NOT_ANALYSED', message: expect.stringContaining('en cours d’analyse') })
  })

  it('is counted in one mail an hour when many others came before it', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    for (let i = 0; i < maxExpertMailsPerHour + 2; i++) {
      app.clock.advance(1)
      await ask(projectId, line.id, `Question ${app.clock.now.getTime()}`)
      await app.mails()
    }

    const since = app.clock.now.getTime() - 60_000
    const sent = (await app.mails()).filter(
      ({ kind, receivedAt }) => kind === 'expert-asked' && receivedAt.getTime() > since,
    )
    expect(sent).toHaveLength(maxExpertMailsPerHour)

    await sendExpertDigest(app.deps)
    const digest = await app.mail(app.deps.config.brand.email, 'expert-digest')
    expect(digest.subject).toBe('1 autre prix d’expert demandé')
    expect(digest.text).toContain('/manufacture/staff/experts')
  })

  it('gets an answer that prices the line and is mailed with a link to the project', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'sheet')
    const many = await configure(browser, projectId, line, { quantity: 6 })
    await ask(projectId, line.id)
    browser.language = 'en'

    const { revision } = (await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} }))
      .data
    await answerQuestion(app.deps, line.id, price)

    const answered = await lineOf(projectId)
    expect(answered).toMatchObject({
      status: 'ready',
      configuration: many.configuration,
      manual: { state: 'answered', answer: { unitMinor: 1250, lineMinor: 7500, workingDays: 8, note: 'Rectifié' } },
    })

    const { data } = await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })
    expect(data.revision).toBeGreaterThan(revision)

    const { data: list } = await browser.call('GET /global/project', { query: { pageSize: '100' } })
    expect(list.projects[0]).toMatchObject({ readyLines: 1, totalMinor: 7500 })

    const mail = await app.mail(email, 'expert-answered')
    expect(mail.language).toBe('fr')
    expect(mail.text).toContain(`/manufacture/quote/${projectId}`)
    expect(mail.text).toMatch(/12,50\s\$US/)
    expect(mail.text).toMatch(/8\sjours ouvrés/)
    expect(mail.text).toMatch(/«\sRectifié\s»/)
    expect(await waiting()).not.toContain(line.id)
  })

  it('can be declined with a reason, mailed in the customer’s language', async () => {
    browser.language = 'en'

    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)
    await answerQuestion(app.deps, line.id, {
      state: 'declined',
      unitMinor: null,
      workingDays: null,
      note: 'Too thin',
      answeredBy: 'Léa',
    })

    expect(await lineOf(projectId)).toMatchObject({
      status: 'needs-decision',
      manual: { state: 'declined', answer: { unitMinor: null, note: 'Too thin' } },
    })
    expect((await app.mail(email, 'expert-declined')).text).toContain('“Too thin”')
  })

  it('applies to one part and configuration, and applies again when the customer reverts a change', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)
    await answerQuestion(app.deps, line.id, price)

    const changed = await configure(browser, projectId, line, { quantity: 2 })
    expect(changed).toMatchObject({ manual: null, status: 'ready', price: { quantity: 2 } })

    const { data } = await browser.call('GET /global/project', { query: { pageSize: '100' } })
    expect(data.projects[0]?.totalMinor).toBe(changed.price?.linePrice.minor)

    const back = await configure(browser, projectId, line, configurationOf(line))
    expect(back).toMatchObject({ manual: { state: 'answered', answer: { lineMinor: 1250 } } })

    const replaced = await replaceFile(browser, projectId, line.id)

    expect(replaced.data.lines[0]).toMatchObject({ manual: null, status: 'analysing' })
  })

  it('covers the comment and the drawings that the expert saw, and no others', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    const edit = async (change: { comment?: string; attachmentIds?: string[] }) => {
      const body = { changes: [{ lineId: line.id, ...change }] }
      return (await browser.call('PATCH /global/project/{projectId}/lines', { params: { projectId }, body })).data
        .lines[0]
    }
    const drawing = await anUploadOf(app, browser, { purpose: 'attachment' })
    const other = await anUploadOf(app, browser, { purpose: 'attachment' })
    await edit({ comment: 'Ébavurer', attachmentIds: [drawing] })
    await ask(projectId, line.id)
    await answerQuestion(app.deps, line.id, price)
    expect((await lineOf(projectId)).manual).toMatchObject({ state: 'answered' })

    const swapped = await edit({ attachmentIds: [other] })
    expect(swapped).toMatchObject({ manual: null, status: 'ready' })
    expect(await edit({ attachmentIds: [drawing] })).toMatchObject({ manual: { state: 'answered' } })

    expect(await edit({ comment: 'Polir' })).toMatchObject({ manual: null, status: 'ready' })
    const back = await edit({ comment: 'Ébavurer' })
    expect(back).toMatchObject({ manual: { state: 'answered', answer: { lineMinor: 1250 } } })
  })

  it('stays open when a client sends back the configuration it was shown, with accepted risks', async () => {
    const { projectId, line } = await aQuotedProject(app, browser, 'plate')
    const { data } = await browser.call('POST /global/project/{projectId}/line/{lineId}/accept', {
      params: { projectId, lineId: line.id },
      body: { ruleIds: ['flat-warp'] },
    })
    await ask(projectId, line.id)

    const shown = data.lines[0]
    if (!shown) throw new Error('no line')

    expect(configurationOf(shown).services).not.toEqual(configurationOf(line).services)
    expect((await configure(browser, projectId, shown, {})).manual).toMatchObject({ state: 'asked' })
  })

  it('is neither listed nor answerable once the customer has changed the part', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)
    await configure(browser, projectId, line, { quantity: 2 })
    expect(await waiting()).not.toContain(line.id)
    await expect(answerQuestion(app.deps, line.id, price)).rejects.toMatchObject({ code: 'QUESTION_CLOSED' })
    expect((await lineOf(projectId)).manual).toBeNull()
  })

  it('can be withdrawn and asked again', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)

    const params = { projectId, lineId: line.id }
    const { data } = await browser.call('DELETE /global/project/{projectId}/line/{lineId}/expert', { params })

    expect(data.lines[0]).toMatchObject({ status: 'ready', manual: null })
    await expect(answerQuestion(app.deps, line.id, price)).rejects.toMatchObject({ code: 'QUESTION_CLOSED' })

    await ask(projectId, line.id)

    const again = await ask(projectId, line.id, 'Et en bleu ?')
    expect(again?.manual).toMatchObject({ state: 'asked', question: 'Et en bleu ?' })

    await answerQuestion(app.deps, line.id, price)

    const given = await browser.call('DELETE /global/project/{projectId}/line/{lineId}/expert', { params })
    expect(given.data.lines[0]).toMatchObject({ manual: null, price: line.price })
  })

  it('stays open when the analysis assigns a part to the line', async () => {
    const { id: projectId } = await aProject(browser)
    const { data } = await browser.call('POST /global/project/{projectId}/lines', {
      params: { projectId },
      body: { files: [{ name: 'a.stl', bytes: 1000 }] },
    })
    const [line] = data.lines
    await failAnalysis(line?.upload.id ?? '')
    const asked = await ask(projectId, line?.id ?? '')

    expect(asked?.status).toBe('manual-quote')

    await finishAnalysis(app, line?.upload.id ?? '', 'block')
    await settleAnalysedFile(app.deps, line?.upload.id ?? '')

    expect(await lineOf(projectId)).toMatchObject({ status: 'manual-quote', configuration: { quantity: 1 } })

    await answerQuestion(app.deps, line?.id ?? '', price)
    expect(await lineOf(projectId)).toMatchObject({ status: 'ready', manual: { answer: { lineMinor: 1250 } } })
  })

  it('needs a parcel in the answer when the file could not be read', async () => {
    const { id: projectId } = await aProject(browser)
    const { data } = await browser.call('POST /global/project/{projectId}/lines', {
      params: { projectId },
      body: { files: [{ name: 'a.stl', bytes: 1000 }] },
    })
    const lineId = data.lines[0]?.id ?? ''
    const uploadId = data.lines[0]?.upload.id ?? ''
    await failAnalysis(uploadId)
    await ask(projectId, lineId)

    const refusal = { code: 'VALIDATION', fields: [{ path: 'parcel', code: 'required' }] }
    await expect(answerQuestion(app.deps, lineId, price)).rejects.toMatchObject(refusal)
    expect((await lineOf(projectId)).manual?.state).toBe('asked')

    await answerQuestion(app.deps, lineId, { ...price, parcel: { sizeMm: [40, 30, 20], weightG: 120 } })
    expect(await lineOf(projectId)).toMatchObject({ status: 'ready', manual: { state: 'answered' } })
  })

  it('keeps a recent answer and loses an old one when the project is requoted', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)
    app.clock.advance(20 * 86_400)
    await answerQuestion(app.deps, line.id, price)
    app.clock.advance(20 * 86_400)

    expect((await lineOf(projectId)).status).toBe('expired')

    const requote = () => browser.call('POST /global/project/{projectId}/requote', { params: { projectId } })
    expect((await requote()).data.lines[0]).toMatchObject({ status: 'ready', manual: { state: 'answered' } })

    app.clock.advance(31 * 86_400)
    expect((await requote()).data.lines[0]).toMatchObject({ status: 'ready', manual: null, price: { quantity: 1 } })
  })

  it('gets one answer and one mail when two experts answer at once', async () => {
    const { projectId, line } = await aQuotedProject(app, browser)
    await ask(projectId, line.id)

    const answers = await Promise.allSettled([
      answerQuestion(app.deps, line.id, price),
      answerQuestion(app.deps, line.id, { ...price, unitMinor: 990 }),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

    const mails = (await app.mails()).filter(({ to, kind }) => to === email && kind === 'expert-answered')
    expect(mails).toHaveLength(1)
  })
})
