import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderScreen } from '#lib/testing/render-screen.tsx'
import { Confirm } from './confirm.tsx'
import { TextField } from './text-field.tsx'

function WithReason() {
  const [isMissing, setMissing] = useState(false)
  return (
    <Confirm
      opened
      title="Really?"
      confirmLabel="Yes"
      onConfirm={() => setMissing(true)}
      onCancel={() => setMissing(false)}
    >
      <TextField label="Note" />
      <TextField label="Reason" error={isMissing ? 'Enter a reason.' : undefined} />
    </Confirm>
  )
}

it('moves the focus to the first field with an error at every refused press', async () => {
  const user = userEvent.setup()
  await renderScreen(WithReason, '/contact', '/contact')
  const reason = await screen.findByLabelText('Reason')
  const yes = screen.getByRole('button', { name: 'Yes' })

  for (const _press of ['first', 'second']) {
    await user.click(yes)
    await waitFor(() => expect(document.activeElement).toBe(reason))
  }
})
