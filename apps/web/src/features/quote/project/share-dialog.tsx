import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'

interface ShareDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/**
 * Creates and ends the read-only link. The server stores only a hash of the key, so the link is
 * shown only once.
 */
export function ShareDialog({ opened, workspace, onClose }: ShareDialogProps) {
  const t = useTranslations('line.share')

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {opened ? <ShareLink workspace={workspace} /> : null}
      </Stack>
    </Dialog>
  )
}

function ShareLink({ workspace: { project, actions } }: Pick<ShareDialogProps, 'workspace'>) {
  const t = useTranslations('line.share')
  const base = useRouter().basepath.replace(/\/$/, '')
  const [key, setKey] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const isShared = (project.shared || key !== undefined) && !isEnded

  const run = async (action: () => Promise<void>) => {
    setBusy(true)
    // The gateway shows the error; the dialog stays as it was.
    await action().catch(() => {})
    setBusy(false)
  }

  const create = async () => {
    setKey(await actions.share())
    setEnded(false)
  }

  const end = async () => {
    await actions.unshare()
    setKey(undefined)
    setEnded(true)
  }

  return (
    <>
      {key === undefined ? null : <LinkField link={`${window.location.origin}${base}/quote/shared#key=${key}`} />}
      <div role="status">
        <Text size="sm">
          {isEnded ? t('ended') : null}
          {isShared && key === undefined ? t('exists') : null}
        </Text>
      </div>
      <Row justify="end">
        {isShared ? (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => void run(end)}>
            {t('end')}
          </Button>
        ) : null}
        {key === undefined ? (
          <Button size="sm" disabled={isBusy} onClick={() => void run(create)}>
            {t(isShared ? 'renew' : 'make')}
          </Button>
        ) : null}
      </Row>
    </>
  )
}

function LinkField({ link }: { link: string }) {
  const t = useTranslations('line.share')
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setOutcome('copied')
    } catch {
      // Selects the link so that the customer only has to press Ctrl+C (spec 8).
      field.current?.select()
      setOutcome('copyFailed')
    }
  }

  return (
    <Stack gap="xs">
      <TextField
        ref={field}
        label={t('link')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Row justify="between">
        <span role="status">{outcome ? t(outcome) : null}</span>
        <Button size="sm" onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </Row>
    </Stack>
  )
}
