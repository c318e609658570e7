import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#core/deps.ts'
import type { Owner } from '#http/session.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aStoredUpload, ask, aVisitorOwner, boxStl, getUpload, settled } from '#test/quote/stored-uploads.ts'
import { requestAnalysis, waitingLimits } from './analysis.service.ts'
import { dropUnwanted, extendLease, leaseMs, takeFairest } from './analysis-queue.repository.ts'
import { saveRefusal } from './analysis-results.service.ts'
import { watchAnalyses } from './analysis-watch.service.ts'

let app: TestApp

/** Names of the files in the order in which a process was given them, by their length. */
let taken: number[]

beforeEach(async () => {
  taken = []
  app = await startApp({ ANALYSIS_PROCESSES: '1' }, (deps) => {
    const { analysis } = deps
    deps.analysis = {
      ...analysis,
      analyse: (open, job, listeners) => {
        taken.push(job.totalBytes ?? 0)
        return analysis.analyse(open, job, listeners)
      },
    }
  })
})

afterEach(() => app.close())

/** As if the job were lost on the way: the files wait and nobody comes. */
async function leaveWaiting(...uploadIds: readonly string[]): Promise<void> {
  const deps: Pick<Deps, 'clock' | 'jobs'> = { ...app.deps, jobs: { ...app.deps.jobs, enqueue: async () => undefined } }
  await app.deps.db.transaction().execute(async (trx) => {
    for (const id of uploadIds) await requestAnalysis(deps, trx, id)
  })
}

/** Files of one owner, each of another content, which tell by their length whose they are. */
async function files(owner: Owner, count: number, padding: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const text = `not a part, number ${String(i).padStart(3, '0')}`.padEnd(padding, '.')
    ids.push(await aStoredUpload(app, owner, new TextEncoder().encode(text)))
  }
  return ids
}

const take = () => takeFairest(app.deps.db, app.clock.now)

async function rowOf(uploadId: string) {
  const { analysis_id } = await getUpload(app, uploadId)
  return app.deps.db
    .selectFrom('part_analysis')
    .selectAll()
    .where('id', '=', analysis_id ?? '')
    .executeTakeFirstOrThrow()
}

describe('whose turn it is (GEO-4)', () => {
  it('one visitor’s twenty files do not hold up the single file of another', async () => {
    const many = await files(aVisitorOwner(), 20, 100)
    app.clock.advance(1)

    const [single = ''] = await files(aVisitorOwner(), 1, 200)
    await ask(app, ...many, single)
    await Promise.all([...many, single].map((id) => settled(app, id)))

    // Second at the latest: the first of the twenty may be at work when it is asked for.
    expect(taken.indexOf(200)).toBeLessThanOrEqual(1)
    expect(taken).toHaveLength(21)
  })

  it('two who wait take turns, oldest file first', async () => {
    const one = aVisitorOwner()
    const two = aVisitorOwner()
    const first = await files(one, 3, 100)
    const second = await files(two, 3, 200)

    await leaveWaiting(...first)
    app.clock.advance(1)
    await leaveWaiting(...second)

    const askers: number[] = []
    for (let part = await take(); part; part = await take()) {
      askers.push(part.bytes)
      await saveRefusal(app.deps, part, { code: 'other-text' })
    }

    expect(askers).toEqual([100, 200, 100, 200, 100, 200])
  })

  it('whoever has nothing at work goes ahead of whoever has', async () => {
    const first = await files(aVisitorOwner(), 2, 100)
    await leaveWaiting(...first)

    expect((await take())?.bytes).toBe(100)

    app.clock.advance(1)
    await leaveWaiting(...(await files(aVisitorOwner(), 1, 200)))

    expect((await take())?.bytes).toBe(200)
    expect((await take())?.bytes).toBe(100)
    expect(await take()).toBeUndefined()
  })

  it('workers that choose at the same moment get different files', async () => {
    await leaveWaiting(...(await files(aVisitorOwner(), 8, 100)))
    const parts = await Promise.all(Array.from({ length: 8 }, take))
    const ids = parts.flatMap((part) => part?.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('a content that another asks for too takes the better turn of the two', async () => {
    const owner = aVisitorOwner()
    await leaveWaiting(...(await files(owner, 3, 100)))
    app.clock.advance(1)

    const content = boxStl(5, 5, 5)
    const mine = await aStoredUpload(app, owner, content)
    await leaveWaiting(mine)

    const theirs = await aStoredUpload(app, aVisitorOwner(), content)
    await leaveWaiting(theirs)

    // The owner of the four has one at work now, the other none.
    expect((await take())?.bytes).toBe(100)
    expect((await take())?.bytes).toBe(content.length)
  })
})

describe('a queue that is full (GEO-4)', () => {
  /** So many files of others that wait, spread over askers. */
  const fill = (count: number, askedBy: (i: string) => string) =>
    sql`
      with content as (
        insert into file_content (sha256, bytes, stored_at)
        select encode(sha256(convert_to('file ' || i, 'UTF8')), 'hex'), 1, ${app.clock.now} from generate_series(1, ${count}::int) i
        returning sha256
      ), analysis as (
        insert into part_analysis (sha256, unit, state, asked_by, queued_at)
        select sha256, '', 'queued', ${sql.raw(askedBy('row_number() over ()'))}, ${app.clock.now} from content returning id
      )
      insert into upload (visitor_hash, purpose, name, bytes, state, analysis_id, created_at, last_used_at)
      select sha256('somebody'), 'part', 'x.stl', 1, 'analysing', id, ${app.clock.now}, ${app.clock.now} from analysis
    `.execute(app.deps.db)

  it('takes no further file of an asker who has 200 waiting, but of others', async () => {
    const owner = aVisitorOwner()
    const asker = `visitor:${owner.visitorHash?.toString('hex')}`
    await fill(waitingLimits.perAsker - 1, () => `'${asker}'`)

    const [last = '', over = ''] = await files(owner, 2, 100)
    await leaveWaiting(last)

    await expect(leaveWaiting(over)).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 60 })
    expect(await getUpload(app, over)).toMatchObject({ state: 'received', analysis_id: null })

    const [other = ''] = await files(aVisitorOwner(), 1, 200)
    await leaveWaiting(other)

    expect(await getUpload(app, other)).toMatchObject({ state: 'analysing' })
  })

  it('takes no file of anybody when 5,000 wait in all', async () => {
    await fill(waitingLimits.inAll, (i) => `'visitor:' || (${i} % 100)`)
    const [mine = ''] = await files(aVisitorOwner(), 1, 100)
    await expect(leaveWaiting(mine)).rejects.toMatchObject({ code: 'BUSY' })
  })

  it('answers at once all the same where the content was analysed before', async () => {
    const content = boxStl(6, 6, 6)
    const first = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, first)
    await settled(app, first)
    await fill(waitingLimits.inAll, (i) => `'visitor:' || (${i} % 100)`)

    const again = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, again)

    expect(await getUpload(app, again)).toMatchObject({ state: 'done' })
  })
})

describe('a worker that dies', () => {
  it('loses its file to another when its lease is over, and not before', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(7, 7, 7))
    await leaveWaiting(id)

    const dead = await take()
    expect(dead).toMatchObject({ attempt: 1 })

    app.clock.advance(leaseMs / 1000 - 1)
    expect(await take()).toBeUndefined()

    app.clock.advance(60)
    await watchAnalyses(app.deps)

    expect(await settled(app, id)).toMatchObject({ state: 'done' })
    expect(await rowOf(id)).toMatchObject({ state: 'done', attempts: 2, lease_until: null })
  })

  it('and comes back late changes nothing any more', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(8, 8, 8))
    await leaveWaiting(id)

    const late = await take()
    app.clock.advance(300)
    await watchAnalyses(app.deps)
    await settled(app, id)
    if (late) await saveRefusal(app.deps, late, { code: 'deadline' })

    expect(await getUpload(app, id)).toMatchObject({ state: 'done' })
    expect(await rowOf(id)).toMatchObject({ state: 'done', refusal: null })
  })

  it('and comes back while another is at work does not take the word from it', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(8, 8, 7))
    await leaveWaiting(id)

    const late = await take()
    app.clock.advance(300)

    const other = await take()
    if (!late || !other) throw new Error('not taken')

    await saveRefusal(app.deps, late, { code: 'deadline' })
    expect(await extendLease(app.deps.db, late, app.clock.now)).toBe(false)
    expect(await getUpload(app, id)).toMatchObject({ state: 'analysing' })

    await saveRefusal(app.deps, other, { code: 'pdf' })
    expect(await getUpload(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'pdf' } })
  })

  it('three times over one file has it refused', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(9, 9, 9))
    await leaveWaiting(id)

    for (const attempt of [1, 2, 3]) {
      expect(await take()).toMatchObject({ attempt })
      app.clock.advance(300)
    }

    await watchAnalyses(app.deps)
    expect(await settled(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'kernel-failed' } })
    expect(taken).toEqual([])
  })

  it('a file that the machine failed on is tried again for whoever sends it an hour later', async () => {
    const content = boxStl(9, 9, 8)
    const first = await aStoredUpload(app, aVisitorOwner(), content)
    await leaveWaiting(first)

    const part = await take()
    if (part) await saveRefusal(app.deps, part, { code: 'deadline' })

    const soon = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, soon)

    expect(await getUpload(app, soon)).toMatchObject({ state: 'failed', refusal: { code: 'deadline' } })

    app.clock.advance(3601)

    const later = await aStoredUpload(app, aVisitorOwner(), content)
    await ask(app, later)

    expect(await settled(app, later)).toMatchObject({ state: 'done', refusal: null })
  })
})

describe('a file', () => {
  it('whose stored bytes cannot be read is tried again later, and refused in the end (FLT-7)', async () => {
    const id = await aStoredUpload(app, aVisitorOwner(), boxStl(4, 4, 4))
    const { sha256 } = await getUpload(app, id)
    await app.deps.files.remove(`parts/${sha256}`)
    await ask(app, id)
    await app.mails()

    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1 })
    expect(await take()).toBeUndefined()

    for (let i = 0; i < 2; i++) {
      app.clock.advance(61)
      await watchAnalyses(app.deps)
      await app.mails()
    }

    expect(await settled(app, id)).toMatchObject({ state: 'failed', refusal: { code: 'unreadable' } })
  })

  it('that comes back to life is read', async () => {
    const bytes = boxStl(4, 4, 3)
    const id = await aStoredUpload(app, aVisitorOwner(), bytes)
    const { sha256 } = await getUpload(app, id)
    await app.deps.files.remove(`parts/${sha256}`)
    await ask(app, id)
    await app.mails()
    await app.deps.files.put(`parts/${sha256}`, Buffer.from(bytes), { contentType: 'application/octet-stream' })
    app.clock.advance(61)
    await watchAnalyses(app.deps)

    expect(await settled(app, id)).toMatchObject({ state: 'done' })
  })

  it('that nobody wants any more takes no turn and no room', async () => {
    const [id = ''] = await files(aVisitorOwner(), 1, 100)
    await leaveWaiting(id)
    await app.deps.db.deleteFrom('upload').where('id', '=', id).execute()
    expect(await take()).toBeUndefined()
    await dropUnwanted(app.deps.db, app.clock.now)
    expect(await app.deps.db.selectFrom('part_analysis').select('id').execute()).toEqual([])
  })

  it('that nobody wants any more, and whose worker died, goes too; one at work does not', async () => {
    const ids = await files(aVisitorOwner(), 2, 100)
    await leaveWaiting(...ids)
    await take()
    app.clock.advance(300)

    const atWork = await take()
    await app.deps.db.deleteFrom('upload').execute()
    await dropUnwanted(app.deps.db, app.clock.now)

    expect(await app.deps.db.selectFrom('part_analysis').select('id').execute()).toEqual([{ id: atWork?.id }])
  })
})
