import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { anEmail, aVisitor } from '#test/builders.ts'
import { aQuotedProject } from '#test/quote/quotes.ts'
import { useApp } from '#test/use-app.ts'
import { runExpertCommand } from './expert-commands.ts'
import { explainError } from './tool-error.ts'
import { toolProcess } from './tool-process.fixture.ts'

const app = useApp(severalVisitors)

beforeAll(async () => {
  app.clock.now = new Date()
})

const tool = (...words: string[]) => toolProcess('expert', words, { DATABASE_URL: app.deps.config.databaseUrl ?? '' })

async function run(...words: string[]): Promise<string> {
  const said: string[] = []
  await runExpertCommand(words, { open: async () => app.deps, print: (text) => void said.push(text) })
  return said.join('\n')
}

async function aQuestion(question = 'En titane ?') {
  const browser = await aVisitor(app)
  const { projectId, line } = await aQuotedProject(app, browser)
  const email = anEmail()
  await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
    params: { projectId, lineId: line.id },
    body: { question, email },
  })

  const look = async () =>
    (await browser.call('GET /global/project/{projectId}', { params: { projectId }, query: {} })).data.project?.lines[0]
  return { lineId: line.id, email, look }
}

describe('npm run experts beside a running server', () => {
  it('lists, shows and answers a question, and the server sends the mail', async () => {
    const { lineId, email, look } = await aQuestion()
    const list = await tool('list')

    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(list.stdout).toMatch(new RegExp(`^${lineId} .* En titane \\?$`, 'm'))

    const shown = await tool('show', lineId)
    expect(shown.stdout).toMatch(/^size +40\.00 × 30\.00 × 20\.00 mm$/m)
    expect(shown.stdout).toMatch(/^question +En titane \?$/m)
    expect(shown.stdout).toContain('"materialId": "sla-9600-white"')

    const answered = await tool('answer', lineId, '--unit', '12.5', '--days', '8', '--by', 'Léa', '--note', 'Grade 5')
    expect(answered).toMatchObject({ code: 0, stderr: '' })
    expect(await look()).toMatchObject({ manual: { answer: { unitMinor: 1250, workingDays: 8, note: 'Grade 5' } } })
    expect((await app.mail(email, 'expert-answered')).text).toContain('Grade 5')

    const again = await tool('answer', lineId, '--unit', '9', '--days', '8', '--by', 'Léa')
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Line .* has no open question/) })
  })

  it('declines a question', async () => {
    const { lineId, look } = await aQuestion()
    await run('decline', lineId, '--by', 'Léa', '--note', 'Trop fin')
    expect(await look()).toMatchObject({ manual: { state: 'declined', answer: { note: 'Trop fin' } } })
  })

  it('parses cents exactly', async () => {
    for (const [unit, minor] of [
      ['1.05', 105],
      ['19.99', 1999],
      ['4', 400],
      ['0.1', 10],
    ] as const) {
      const { lineId, look } = await aQuestion()
      await run('answer', lineId, '--unit', unit, '--days', '1', '--by', 'L')
      expect((await look())?.manual?.answer?.unitMinor).toBe(minor)
    }
  })

  it('requires size and weight if the file is unreadable', async () => {
    const { lineId, look } = await aQuestion()
    const uploadId = (await look())?.upload.id ?? ''
    await app.deps.db.updateTable('upload').set({ analysis_id: null }).where('id', '=', uploadId).execute()

    const words = ['answer', lineId, '--unit', '12.50', '--days', '8', '--by', 'Léa']
    await expect(run(...words)).rejects.toThrow(/^The file could not be read\. Give size and weight of one part/)

    await run(...words, '--size', '40x30.5x20', '--weight', '120.5')
    expect((await look())?.manual?.answer?.unitMinor).toBe(1250)

    const kept = app.deps.db.selectFrom('manual_quote').select(['size_mm', 'weight_g']).where('line_id', '=', lineId)
    expect(await kept.executeTakeFirst()).toEqual({ size_mm: [40, 30.5, 20], weight_g: 120.5 })
  })

  it('prints its usage without a command and with --help', async () => {
    expect(await run()).toBe(await run('list', '--help'))
    expect(await run('help')).toContain('decline LINE --by NAME --note TEXT')
  })
})

describe('an invalid command', () => {
  const line = randomUUID()
  it.each<[string[], RegExp]>([
    [['rename'], /^"rename" is not a command/],
    [['list', '--loud'], /^Unknown option '--loud'/],
    [['show'], /^Give the id of the line/],
    [['show', '12'], /^"12" is not the id of a line/],
    [['show', line], /^Line .* has no open question/],
    [['show', line, 'x'], /^"x" is unexpected/],
    [['answer', line, '--days', '8', '--by', 'L'], /^Give the price of one part/],
    [['answer', line, '--unit', '0', '--days', '8', '--by', 'L'], /^Give the price of one part/],
    [['answer', line, '--unit', '-5', '--days', '8', '--by', 'L'], /^(Option|Give the price)/],
    [['answer', line, '--unit', '12,50', '--days', '8', '--by', 'L'], /^Give the price of one part/],
    [['answer', line, '--unit', '1e3', '--days', '8', '--by', 'L'], /^Give the price of one part/],
    [['answer', line, '--unit', '12.505', '--days', '8', '--by', 'L'], /^Give the price of one part/],
    [['answer', line, '--unit', '1', '--days', '0', '--by', 'L'], /^Give the working days/],
    [['answer', line, '--unit', '1', '--days', '1.5', '--by', 'L'], /^Give the working days/],
    [['answer', line, '--unit', '1', '--days', '5'], /^Give your name/],
    [
      ['answer', line, '--unit', '1', '--days', '5', '--by', 'L', '--size', '4x3x2'],
      /^Give size and weight of one part/,
    ],
    [['answer', line, '--unit', '1', '--days', '5', '--by', 'L', '--weight', '9'], /^Give size and weight of one part/],
    [['answer', line, '--unit', '1', '--days', '5', '--by', 'L', '--size', '4x0x2', '--weight', '9'], /^Give size/],
    [['decline', line, '--by', 'L'], /^Give the reason/],
    [['decline', line, '--by', 'L', '--note', 'x'.repeat(2001)], /^That is too long/],
    [['answer', line, '--unit', '1', '--days', '5', '--by', 'L'], /^Line .* has no open question/],
  ])('%j is refused in one line', async (words, text) => {
    const error: unknown = await run(...words).catch((failure: unknown) => failure)
    expect(await explainError(error)).toEqual([expect.stringMatching(text)])
  })
})
