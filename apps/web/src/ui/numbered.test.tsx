import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Alert } from './alert.tsx'
import { Numbered } from './numbered.tsx'
import { EmptyState } from './states.tsx'
import { Heading, Hint, Text } from './text.tsx'

it.each([
  ['Cost A-26-10002 for order C-26-10001.', ['A-26-10002', 'C-26-10001']],
  ['W-26-10001', ['W-26-10001']],
  ['A re-made part, 2026-11-16', []],
])('keeps the numbers of "%s" together', (text, numbers) => {
  const { container } = render(<Numbered>{text}</Numbered>)
  expect([...container.querySelectorAll('span')].map((span) => span.textContent)).toEqual(numbers)
  expect(container.textContent).toBe(text)
})

it.each([
  ['a text', <Text key="text">Order C-26-10001 is paid.</Text>],
  ['a remark of several parts', <Hint key="hint">Drawing · {'order C-26-10001'}</Hint>],
  [
    'a heading',
    <Heading key="heading" level={1}>
      {'Order C-26-10001'}
    </Heading>,
  ],
  [
    'an alert',
    <Alert key="alert" title="Order C-26-10001">
      Not paid.
    </Alert>,
  ],
  ['an empty state', <EmptyState key="empty" title="Nothing" text="Order C-26-10001 has no parcel." />],
])('keeps a number in %s together', (_name, element) => {
  const { container } = render(element)
  expect([...container.querySelectorAll('span')].map((span) => span.textContent)).toEqual(['C-26-10001'])
})
