import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { anEmail, aVisitor } from '#test/builders.ts'
import { aQuotedProject } from '#test/quote/quotes.ts'
import { runExpertCommand } from './expert-commands.ts'
import { refusalLines } from './tool-error.ts'

const program = join(import.meta.dirname, 'expert-tool.ts')

let app: TestApp
beforeAll(async () => {
  app = await startApp(severalVisitors)
  app.clock.now = new Date()
})
afterAll(() => app.close())

/** The tool in a process of its own, as npm runs it. */
async function tool(...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], {
    env: { DATABASE_URL: app.deps.config.databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

async function run(...words: string[]): Promise<string> {
  const said: string[] = []
  await runExpertCommand(words, { open: async () => app.deps, say: (text) => void said.push(text) })
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

describe('the tool, beside a running server', () => {
  it('lists, shows and answers; the server’s worker sends the mail', async () => {
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
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^No question waits at line /) })
  }, 60_000)

  it('declines', async () => {
    const { lineId, look } = await aQuestion()
    await run('decline', lineId, '--by', 'Léa', '--note', 'Trop fin')
    expect(await look()).toMatchObject({ manual: { state: 'declined', answer: { note: 'Trop fin' } } })
  })

  it('reads cents as they are written', async () => {
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

  it('explains itself', async () => {
    expect(await run()).toBe(await run('list', '--help'))
    expect(await run('help')).toContain('decline LINE --by NAME --note TEXT')
  })
})

describe('what cannot be done is said in one line', () => {
  const line = randomUUID()
  it.each<[string[], RegExp]>([
    [['rename'], /^"rename" is no command/],
    [['list', '--loud'], /^Unknown option '--loud'/],
    [['show'], /^Name the line/],
    [['show', '12'], /^"12" is no line/],
    [['show', line], /^No question waits at line /],
    [['show', line, 'x'], /^"x" is one word too many/],
    [['answer', line, '--days', '8', '--by', 'L'], /^Name the price of one part/],
    [['answer', line, '--unit', '0', '--days', '8', '--by', 'L'], /^Name the price of one part/],
    [['answer', line, '--unit', '-5', '--days', '8', '--by', 'L'], /^(Option|Name the price)/],
    [['answer', line, '--unit', '12,50', '--days', '8', '--by', 'L'], /^Name the price of one part/],
    [['answer', line, '--unit', '1e3', '--days', '8', '--by', 'L'], /^Name the price of one part/],
    [['answer', line, '--unit', '12.505', '--days', '8', '--by', 'L'], /^Name the price of one part/],
    [['answer', line, '--unit', '1', '--days', '0', '--by', 'L'], /^Name the working days/],
    [['answer', line, '--unit', '1', '--days', '1.5', '--by', 'L'], /^Name the working days/],
    [['answer', line, '--unit', '1', '--days', '5'], /^Name who answers/],
    [['decline', line, '--by', 'L'], /^Name the reason/],
    [['decline', line, '--by', 'L', '--note', 'x'.repeat(2001)], /^That is too long/],
    [['answer', line, '--unit', '1', '--days', '5', '--by', 'L'], /^No question waits at line /],
  ])('%j', async (words, text) => {
    const error: unknown = await run(...words).catch((failure: unknown) => failure)
    expect(await refusalLines(error)).toEqual([expect.stringMatching(text)])
  })
})
