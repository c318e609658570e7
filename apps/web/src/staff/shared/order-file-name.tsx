import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'

interface OrderFileNameProps {
  orderId: string
  uploadId: string
  name: string
  variant: 'link' | 'secondary'
  /** Whether the file no longer exists. */
  isGone?: boolean
}

/** A file that a customer sent with an order: a button that downloads it for those who may, else its name. */
export function OrderFileName({ orderId, uploadId, name, variant, isGone = false }: OrderFileNameProps) {
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  if (isGone || !may('files.read')) return <>{name}</>

  const download = () =>
    attempt(async () => {
      const input = { params: { orderId, uploadId } }
      saveFile(await staffFile('GET /global/staff/order/{orderId}/file/{uploadId}', input, { quiet: true }), name)
    })

  return (
    <>
      <Button variant={variant} loading={busy} onClick={() => void download()}>
        {name}
      </Button>
      <FormAlert failure={failure} />
    </>
  )
}
