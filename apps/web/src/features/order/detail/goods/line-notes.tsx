import type { OrderLineView } from '@cotation/contracts'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { saveAttachment } from '#features/order/api/order.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './order-lines.module.css'
import { risksOf } from './risk-of.ts'
import { useServiceNames } from './use-service-names.ts'

/** Services, comment, accepted risks and attachments of an order line. */
export function LineNotes({ line: { configuration, comment, attachments, acceptedRules } }: { line: OrderLineView }) {
  const t = useTranslations('order')
  const services = useServiceNames(configuration)
  const risks = risksOf(acceptedRules)

  return (
    <>
      {services.length > 0 ? (
        <p className={classes.note}>
          <span className={classes.label}>{t('lines.services')}</span> {services.join(', ')}
        </p>
      ) : null}
      {comment === '' ? null : (
        <p className={classes.note}>
          <span className={classes.label}>{t('lines.comment')}</span> {comment}
        </p>
      )}
      {risks.length > 0 ? (
        <p className={classes.note}>
          <IconAlertTriangle size={14} aria-hidden className={classes.icon} />
          <span className={classes.label}>{t('lines.risks')}</span> {risks.map((risk) => t(`risk.${risk}`)).join(', ')}
        </p>
      ) : null}
      {attachments.length > 0 ? (
        <ul className={classes.attachments} aria-label={t('lines.attachments')}>
          {attachments.map(({ uploadId, name }) => (
            <li key={uploadId}>
              <button
                type="button"
                className={classes.attachment}
                aria-label={t('lines.download', { name })}
                // The call has already shown the error.
                onClick={() => void saveAttachment(uploadId, name).catch(() => {})}
              >
                <IconPaperclip size={14} aria-hidden className={classes.icon} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
