import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { press } from '#lib/testing/user-actions.ts'
import { anAddressView } from '#lib/testing/views.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { AddressPicker } from './address-picker.tsx'

const zoe = anAddressView({ isDefault: true })
const ada = anAddressView({ firstName: 'Ada' })
const onAdd = vi.fn()
const onEdit = vi.fn()

async function show(error?: string) {
  await ensureMessages(['address'], 'en')

  function Picking() {
    const [value, onChange] = useState<string | null>(null)
    const shown = { label: 'Shipping address', addresses: [zoe, ada], ...(error ? { error } : {}) }
    return <AddressPicker {...shown} value={value} onChange={onChange} onAdd={onAdd} onEdit={onEdit} />
  }
  await renderScreen(Picking, '/')
}

it('picks an address by a click on its text and by keyboard', async () => {
  await show()
  expect(screen.getByRole('radiogroup', { name: 'Shipping address' })).toBeTruthy()

  const radios = screen.getAllByRole('radio') as HTMLInputElement[]
  expect(radios.map(({ checked }) => checked)).toEqual([false, false])

  await userEvent.click(screen.getByText('Ada Martin'))
  expect(radios.map(({ checked }) => checked)).toEqual([false, true])

  await userEvent.keyboard('{ArrowUp}')
  expect(radios.map(({ checked }) => checked)).toEqual([true, false])
})

it('calls back to add and change addresses, and shows the error', async () => {
  await show('No selected address!')
  expect(screen.getByText('No selected address!')).toBeTruthy()
  await press('Add an address')
  expect(onAdd).toHaveBeenCalledOnce()
  await press('Change Ada Martin, 12 rue des Lilas')
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(ada)
})
