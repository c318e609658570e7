import { useTranslations } from '#lib/texts/i18n.tsx'
import { useQueueName } from './queue-name.ts'

/**
 * What a mail is about. One that waits as a job may have only the name of its queue, one of a newer
 * release no text. Needs the texts `staff-mail` and `staff-job`.
 */
export function useMailKind(): (kind: string) => string {
  const t = useTranslations('staff-mail')
  const queueName = useQueueName()
  return (kind) => {
    const key = `kinds.${kind}` as 'kinds.order-paid'
    return t.has(key) ? t(key) : queueName(kind)
  }
}
