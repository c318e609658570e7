import type { OrderFileView, StaffOrderView } from '@cotation/contracts'
import type { OrderDocument } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { saveFile } from '#lib/save-file.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { OrderFileName } from '../shared/drawing/order-file-name.tsx'
import { orderFilesQuery } from './order.api.ts'
import classes from './order.module.css'

/** The documents of an order, and what its customer sent: models, drawings and other files. */
export function OrderFiles({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const { data, isPending, refetch } = useQuery(orderFilesQuery(order.id))

  return (
    <Section title={t('files')}>
      <ul className={classes.list}>
        {order.documents.map((kind) => (
          <Document key={kind} order={order} kind={kind} />
        ))}
        {data?.files.map((file) => (
          <File key={`${file.lineId} ${file.uploadId}`} orderId={order.id} file={file} />
        ))}
      </ul>
      {isPending ? <LoadingState /> : null}
      {data || isPending ? null : <ErrorState onRetry={() => void refetch()} />}
    </Section>
  )
}

function Document({ order: { id: orderId, number }, kind }: { order: StaffOrderView; kind: OrderDocument }) {
  const t = useTranslations('order.documents')
  const { attempt, failure, busy } = useAttempt()
  const name = t(`kind.${kind}`)

  const download = () =>
    attempt(async () => {
      const input = { params: { orderId, kind } }
      const file = await staffFile('GET /global/staff/order/{orderId}/document/{kind}', input, { quiet: true })
      saveFile(file, t('fileName', { name, number }))
    })

  return (
    <li>
      <Button variant="link" loading={busy} onClick={() => void download()}>
        {t('download', { name })}
      </Button>
      <FormAlert failure={failure} />
    </li>
  )
}

function File({ orderId, file }: { orderId: string; file: OrderFileView }) {
  const t = useTranslations('staff-order')
  const { uploadId, name, purpose, lineName, bytes } = file

  return (
    <li className={classes.text}>
      <OrderFileName orderId={orderId} uploadId={uploadId} name={name} variant="link" isGone={bytes === null} />
      {purpose === 'attachment' ? <Hint>{t('fileFor', { part: lineName })}</Hint> : null}
      {bytes === null ? <Hint>{t('fileGone')}</Hint> : null}
    </li>
  )
}
