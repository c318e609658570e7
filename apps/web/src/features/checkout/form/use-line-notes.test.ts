import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aLineView } from '#lib/testing/views.ts'
import { useLineNotes } from './use-line-notes.ts'

it('is the same object until a comment changes, so that memoised lines are not rendered again', () => {
  const { result, rerender } = renderHook(() => useLineNotes('p1'))
  const first = result.current
  rerender()
  expect(result.current).toBe(first)

  const line = aLineView()
  act(() => first.write(line, 'Deburr all edges'))
  expect(result.current).not.toBe(first)
  expect(result.current.comment(line)).toBe('Deburr all edges')
})
