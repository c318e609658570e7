import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ActionButton } from '../action-button.tsx'
import type { DrawingSource } from './drawing.api.ts'
import { DrawingButton } from './drawing-button.tsx'
import { isShownHere } from './drawing-kind.ts'

interface OrderFile {
  orderId: string
  uploadId: string
  name: string
}

interface OrderFileNameProps extends OrderFile {
  variant: 'link' | 'secondary'
  /** Whether the file no longer exists. */
  isGone?: boolean
}

/**
 * A file that a customer sent with an order: for those who may, a button that shows a drawing and
 * downloads any other file; else its name. Needs the texts `staff-drawing`.
 */
export function OrderFileName({ orderId, uploadId, name, variant, isGone = false }: OrderFileNameProps) {
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  if (isGone || !may('files.read')) return <>{name}</>

  const file = { orderId, uploadId, name }
  if (isShownHere(name)) return <DrawingButton variant={variant} drawing={orderDrawing(file)} />

  return (
    <>
      <ActionButton variant={variant} loading={busy} onClick={() => void attempt(() => downloadOrderFile(file))}>
        {name}
      </ActionButton>
      <FormAlert failure={failure} />
    </>
  )
}

/** How the drawing of an order is read and downloaded. */
export function orderDrawing(file: OrderFile): DrawingSource {
  const { orderId, uploadId, name } = file
  const params = { orderId, uploadId }

  return {
    key: `order ${orderId} ${uploadId}`,
    name,
    load: (signal) =>
      staffFile('GET /global/staff/order/{orderId}/drawing/{uploadId}', { params }, { signal, quiet: true }),
    download: () => downloadOrderFile(file),
  }
}

async function downloadOrderFile({ orderId, uploadId, name }: OrderFile): Promise<void> {
  const params = { orderId, uploadId }
  saveFile(await staffFile('GET /global/staff/order/{orderId}/file/{uploadId}', { params }, { quiet: true }), name)
}
