import { describe, expect, it } from 'vitest'
import { explainServerFailure, explainSystemFault } from './error.ts'

const at = '2026-11-15 03:28:02.231 UTC [4794]'

describe('explainServerFailure', () => {
  it.each([
    [`${at} PANIC:  could not write to file "pg_wal/x": No space left on device`, 'free some space'],
    [`${at} FATAL:  unrecognized configuration parameter "frobnicate"`, 'correct that setting'],
    ['password authentication failed for user "postgres"', '*-password'],
    [`${at} FATAL:  data directory "/d" has wrong ownership`, 'give the folder back'],
    [`${at} FATAL:  could not map anonymous shared memory: Cannot allocate memory`, 'more memory'],
    [`${at} PANIC:  could not locate a valid checkpoint record at 0/1\n${at} LOG:  shutting down`, 'from a backup'],
    ['initdb: error: could not create directory "/d": No space left on device', 'free some space'],
    ['', 'set DATABASE_URL'],
  ])('explains %j with the fix %j', (output, fix) => {
    const { message } = explainServerFailure('/data/postgres', output, '/data/postgres.log')
    expect(message).toContain(fix)
    expect(message).not.toContain(at)
    expect(message).not.toContain('\n')
  })
})

describe('explainSystemFault', () => {
  it('turns a system error into one line with the path and the fix', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write', path: '/data/x' })
    expect(explainSystemFault('/data', full)).toMatchObject({
      name: 'DataFolderError',
      message: '/data/x is on a full disk; free some space on its disk and start again.',
    })
  })

  it('returns other errors unchanged', () => {
    const bug = new TypeError('not a function')
    expect(explainSystemFault('/data', bug)).toBe(bug)
  })
})
