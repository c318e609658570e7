import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { data, grace, refusal, stubGateway } from '#lib/testing/gateway-stub.ts'
import { session } from './session.ts'
import { onStaffFailure, staffApi } from './staff-api.ts'
import { staffSession, staffTokenKey } from './staff-session.ts'
import { askForStepUp, stepUpQuestion } from './step-up.ts'

const reported: string[] = []

beforeEach(() => {
  session.store({ accessToken: 'of-the-customer' })
  staffSession.store({ accessToken: 'of-the-member' })
  reported.length = 0
  onStaffFailure((error) => reported.push(error.code))
})

describe('a call of staff', () => {
  it('sends the token of the member and never that of a customer in the same browser', async () => {
    const { to } = stubGateway({})
    await staffApi('GET /global/staff/me', {})
    staffSession.clear()
    await staffApi('GET /global/staff/me', {})

    expect(to('GET /global/staff/me').map(({ token }) => token)).toEqual(['Bearer of-the-member', null])
    expect(session.token()).toBe('of-the-customer')
  })

  it('keeps its token under a key of its own', () => {
    expect(staffTokenKey).toBe('staff.token')
    expect(localStorage.getItem('staff.token')).toContain('of-the-member')
  })

  it('reports a refusal to the staff app', async () => {
    stubGateway({ 'GET /global/staff/me': () => refusal('FORBIDDEN', 'No') })
    await expect(staffApi('GET /global/staff/me', {})).rejects.toThrow('No')
    expect(reported).toEqual(['FORBIDDEN'])
  })
})

describe('a call that needs a fresh second factor', () => {
  /** The server accepts calls once the question was answered with yes. */
  function stubStepUp(isConfirmed: boolean) {
    const questions: unknown[] = []
    let isSteppedUp = false
    const stop = stepUpQuestion.subscribe(() => {
      const answer = stepUpQuestion.get()
      if (!answer) return

      questions.push(answer)
      isSteppedUp = isConfirmed
      answer(isConfirmed)
    })
    onTestFinished(stop)

    const gateway = stubGateway({
      'GET /global/staff/me': () =>
        isSteppedUp ? data('GET /global/staff/me', grace) : refusal('STEP_UP_REQUIRED', 'Confirm first'),
    })
    return { ...gateway, questions }
  }

  it('is repeated once the member has confirmed', async () => {
    const { to, questions } = stubStepUp(true)

    expect(await staffApi('GET /global/staff/me', {})).toEqual(grace)
    expect(to('GET /global/staff/me')).toHaveLength(2)
    expect(questions).toHaveLength(1)
    expect(reported).toEqual([])
  })

  it('shares its question with others that wait at the same time', async () => {
    const first = askForStepUp()
    const second = askForStepUp()
    stepUpQuestion.get()?.(true)

    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(stepUpQuestion.get()).toBeNull()
  })

  it('fails with the refusal if the member gives up', async () => {
    const { to } = stubStepUp(false)
    await expect(staffApi('GET /global/staff/me', {})).rejects.toThrow('Confirm first')
    expect(to('GET /global/staff/me')).toHaveLength(1)
  })
})
