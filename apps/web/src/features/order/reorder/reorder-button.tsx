import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { reorder } from '#features/order/api/order.api.ts'
import { app } from '#lib/app-port.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { type Reordered, ReorderMissing } from './reorder-missing.tsx'

interface ReorderButtonProps extends Pick<ButtonProps, 'size'> {
  orderId: string
  'aria-label'?: string
  children: ReactNode
}

/** Makes a new project of an order's lines and opens it; where parts are missing, says which before. */
export function ReorderButton({ orderId, children, ...props }: ReorderButtonProps) {
  const t = useTranslations('orders.actions')
  const [busy, setBusy] = useState(false)
  const [incomplete, setIncomplete] = useState<Reordered>()
  const run = async () => {
    setBusy(true)
    try {
      const made = await reorder(orderId)
      if (made.missing.length > 0) return setIncomplete(made)
      toast.success(t('reordered', { lines: made.lines }))
      await app.navigate(`/quote/${made.projectId}`)
    } catch {
      // The call has told why.
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="default" {...props} loading={busy} onClick={() => void run()}>
        {children}
      </Button>
      {incomplete ? <ReorderMissing made={incomplete} onClose={() => setIncomplete(undefined)} /> : null}
    </>
  )
}
