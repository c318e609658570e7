import { useTranslations } from '#lib/texts/i18n.tsx'

/** What a queue does in words; one that a newer release has added shows its name. Needs the texts `staff-job`. */
export function useQueueName(): (queue: string) => string {
  const t = useTranslations('staff-job')
  return (queue) => {
    const key = `queues.${queue}` as 'queues.order-mail'
    return t.has(key) ? t(key) : queue
  }
}
