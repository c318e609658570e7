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

/** Creates a project from the lines of an order and opens it, or first lists the missing parts. */
export function ReorderButton({ orderId, children, ...props }: ReorderButtonProps) {
  const t = useTranslations('order.actions')
  const [busy, setBusy] = useState(false)
  const [incomplete, setIncomplete] = useState<Reordered>()

  const run = async () => {
    setBusy(true)
    try {
      const project = await reorder(orderId)
      if (project.missing.length > 0) return setIncomplete(project)

      toast.success(t('reordered', { lines: project.lines }))
      await app.navigate(`/quote/${project.projectId}`)
    } catch {
      // The call has already shown the error.
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
