import type { Api } from '@cotation/contracts'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { reorder } from './order.api.ts'

type Reordered = Api['POST /global/order/{orderId}/reorder']['output']

/** Lists the parts that could not be copied, and links to the project to upload them again. */
function MissingParts({ project, onClose }: { project: Reordered; onClose: () => void }) {
  const t = useTranslations('order.actions')
  const { projectId, lines, missing } = project

  return (
    <Dialog opened onClose={onClose} title={t('missingTitle')}>
      <Stack>
        <p>{t('missingText', { lines })}</p>
        <ul>
          {[...new Set(missing)].map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {t('stay')}
          </Button>
          <LinkButton to="/quote/$projectId" params={{ projectId }} search={{}} size="sm" data-autofocus>
            {t('openProject')}
          </LinkButton>
        </Row>
      </Stack>
    </Dialog>
  )
}

interface ReorderButtonProps extends Pick<ButtonProps, 'size' | 'aria-label' | 'children'> {
  orderId: string
}

/** Creates a project from the lines of an order and opens it, or first lists the missing parts. */
export function ReorderButton({ orderId, ...props }: ReorderButtonProps) {
  const t = useTranslations('order.actions')
  const { attempt, busy } = useAttempt()
  const [incomplete, setIncomplete] = useState<Reordered>()

  const run = () =>
    attempt(async () => {
      const project = await reorder(orderId)
      if (project.missing.length > 0) return setIncomplete(project)

      toast.success(t('reordered', { lines: project.lines }))
      await app.navigate(`/quote/${project.projectId}`)
    })

  return (
    <>
      <Button size="sm" {...props} variant="secondary" loading={busy} onClick={() => void run()} />
      {incomplete ? <MissingParts project={incomplete} onClose={() => setIncomplete(undefined)} /> : null}
    </>
  )
}
