import type { AddressView } from '@cotation/contracts'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press } from '#lib/testing/user-actions.ts'
import { I18nProvider, setLanguage } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { ThemeProvider } from '#ui/theme/theme-provider.tsx'
import { AddressPicker } from './address-picker.tsx'

beforeEach(async () => {
  await setLanguage('en')
  await ensureMessages(['app', 'address'])
})

const address = (id: string, firstName: string): AddressView => ({
  id,
  firstName,
  lastName: 'Martin',
  company: '',
  phoneCode: '+33',
  phone: '0612345678',
  vatNumber: '',
  country: 'FR',
  line1: '12 rue des Lilas',
  line2: '',
  line3: '',
  postcode: '75001',
  city: 'Paris',
  state: '',
  isDefault: firstName === 'Zoe',
  updatedAt: '2026-11-14T12:00:00.000Z',
})

const zoe = address('z', 'Zoe')
const ada = address('a', 'Ada')
const onAdd = vi.fn()
const onEdit = vi.fn()

function Picking({ error }: { error?: string }) {
  const [value, setValue] = useState<string | null>(null)
  return (
    <AddressPicker
      label="Shipping address"
      addresses={[zoe, ada]}
      value={value}
      onChange={setValue}
      onAdd={onAdd}
      onEdit={onEdit}
      {...(error === undefined ? {} : { error })}
    />
  )
}

const show = (error?: string) =>
  render(
    <ThemeProvider isTest>
      <I18nProvider>
        <Picking {...(error === undefined ? {} : { error })} />
      </I18nProvider>
    </ThemeProvider>,
  )

it('picks an address by a click on its text and by keyboard', async () => {
  show()
  expect(screen.getByRole('radiogroup', { name: 'Shipping address' })).toBeTruthy()

  const radios = screen.getAllByRole('radio') as HTMLInputElement[]
  expect(radios.map(({ checked }) => checked)).toEqual([false, false])

  await userEvent.click(screen.getByText('Ada Martin'))
  expect(radios.map(({ checked }) => checked)).toEqual([false, true])

  await userEvent.keyboard('{ArrowUp}')
  expect(radios.map(({ checked }) => checked)).toEqual([true, false])
})

it('calls back to add and change addresses, and shows the error', async () => {
  show('No selected address!')
  expect(screen.getByText('No selected address!')).toBeTruthy()
  await press('Add an address')
  expect(onAdd).toHaveBeenCalledOnce()
  await press('Change Ada Martin, 12 rue des Lilas')
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(ada)
})
