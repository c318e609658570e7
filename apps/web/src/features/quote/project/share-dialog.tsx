import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface ShareDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/**
 * A link that shows the project and changes nothing. The server keeps no plain key: it can be shown
 * only when it is made.
 */
export function ShareDialog({ opened, workspace, onClose }: ShareDialogProps) {
  const t = useTranslations('lines.share')
  const ui = useTranslations('app.ui')

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      centered
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack>
        <Text size="sm">{t('text')}</Text>
        {opened ? <Link workspace={workspace} /> : null}
      </Stack>
    </Modal>
  )
}

function Link({ workspace: { project, actions } }: Pick<ShareDialogProps, 'workspace'>) {
  const t = useTranslations('lines.share')
  const base = useRouter().basepath.replace(/\/$/, '')
  const [key, setKey] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const during = async (deed: () => Promise<void>) => {
    setBusy(true)
    // The gateway says what went wrong; the dialog stays as it was.
    await deed().catch(() => {})
    setBusy(false)
  }

  const make = async () => {
    setKey(await actions.share())
    setEnded(false)
  }

  const end = async () => {
    await actions.unshare()
    setKey(undefined)
    setEnded(true)
  }
  const isShared = (project.shared || key !== undefined) && !isEnded

  return (
    <>
      {key === undefined ? null : <LinkField link={`${window.location.origin}${base}/quote/shared#key=${key}`} />}
      <Text size="sm" role="status">
        {isEnded ? t('ended') : null}
        {isShared && key === undefined ? t('exists') : null}
      </Text>
      <Group justify="flex-end">
        {isShared ? (
          <Button variant="default" disabled={isBusy} onClick={() => void during(end)}>
            {t('end')}
          </Button>
        ) : null}
        {key === undefined ? (
          <Button disabled={isBusy} onClick={() => void during(make)}>
            {t(isShared ? 'renew' : 'make')}
          </Button>
        ) : null}
      </Group>
    </>
  )
}

function LinkField({ link }: { link: string }) {
  const t = useTranslations('lines.share')
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setOutcome('copied')
    } catch {
      // Selected, so that one key is all that is left to do (spec 8).
      field.current?.select()
      setOutcome('copyFailed')
    }
  }

  return (
    <Stack gap="xs">
      <TextInput
        ref={field}
        label={t('link')}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {outcome ? t(outcome) : null}
        </Text>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
      </Group>
    </Stack>
  )
}
