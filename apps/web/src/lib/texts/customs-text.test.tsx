import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { useCustomsText } from './customs-text.ts'
import { ensureMessages } from './messages.ts'

function Customs({ netWeightG }: { netWeightG: number }) {
  const customsText = useCustomsText()
  return <p>{customsText({ hsCode: '392690', origin: 'CN', netWeightG })}</p>
}

it.each([
  [0, '0.1\u00a0g'],
  [0.4, '0.4\u00a0g'],
  [9.94, '9.9\u00a0g'],
  [10, '0.01\u00a0kg'],
  [1234, '1.234\u00a0kg'],
])('says the net weight of %d g in a unit in which it is not zero', async (netWeightG, weight) => {
  await ensureMessages(['pricing'], 'en')
  await renderScreen(() => <Customs netWeightG={netWeightG} />, '/', '/', { language: 'en' })
  expect((await screen.findByText(/HS code/)).textContent).toContain(`net weight ${weight}`)
})
