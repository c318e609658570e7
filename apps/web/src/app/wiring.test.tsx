import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '#app/render-app.fixture.tsx'
import { stubSilentGateway } from '#lib/testing/gateway-stub.ts'

afterEach(() => vi.restoreAllMocks())

describe('a call that times out (spec 8)', () => {
  it.each([
    ['en', 'System is busy, please try again later'],
    ['fr', 'Le système est occupé, veuillez réessayer plus tard'],
  ] as const)('says so in %s', async (language, words) => {
    const timeUp = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal)
    stubSilentGateway()
    await renderApp('/quote', { language })
    timeUp.abort(new DOMException('too late', 'TimeoutError'))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
