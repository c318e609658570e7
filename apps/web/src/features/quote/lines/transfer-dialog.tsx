import type { ProjectView } from '@cotation/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import classes from './lines.module.css'

interface TransferDialogProps {
  opened: boolean
  lineIds: readonly string[]
  project: ProjectView
  actions: Workspace['actions']
  onClose: () => void
}

/** Moves or copies lines to another project, or to a new one. */
export function TransferDialog({ opened, onClose, ...rest }: TransferDialogProps) {
  const t = useTranslations('line.transfer')

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title', { count: rest.lineIds.length })}>
      {opened ? <TransferForm {...rest} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Chosen in place of a project's id. */
const newProject = 'new'

function TransferForm({ lineIds, project, actions, onClose }: Omit<TransferDialogProps, 'opened'>) {
  const t = useTranslations('line.transfer')
  const ui = useTranslations('app.ui')
  const [copy, setCopy] = useState(false)
  const [target, setTarget] = useState<string>()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const hasTarget = target === newProject ? name.trim() !== '' : target !== undefined

  const createProject = async () => {
    const { service, serviceChosen } = project
    const { id } = await api('POST /global/project', { body: { name: name.trim(), service, serviceChosen } })
    // Chosen at once: if the transfer fails, a retry must not create a second project.
    setTarget(id)
    return id
  }

  const transfer = async () => {
    if (!target) return

    setBusy(true)

    try {
      const toId = target === newProject ? await createProject() : target
      await actions.transferLines(lineIds, toId, copy)
      toast.success(t(copy ? 'copied' : 'moved', { count: lineIds.length }))
      onClose()
    } catch {
      // The gateway has shown the error; the dialog keeps what was chosen.
      setBusy(false)
    }
  }

  const chooseMode = (mode: string) => {
    setCopy(mode === 'copy')
    if (mode === 'move' && target === project.id) setTarget(undefined)
  }

  return (
    <Stack>
      <RadioGroup label={t('how')} value={copy ? 'copy' : 'move'} onChange={chooseMode}>
        <Row>
          <Radio value="move" label={t('move')} />
          <Radio value="copy" label={t('copy')} />
        </Row>
      </RadioGroup>
      <ProjectChoice value={target} onChange={setTarget} excludedId={copy ? undefined : project.id} />
      {target === newProject ? (
        <TextField
          label={t('newName')}
          value={name}
          maxLength={120}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      <Text size="sm">{t(copy ? 'copyNote' : 'moveNote')}</Text>
      <Row justify="end">
        <Button variant="secondary" size="sm" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button size="sm" loading={isBusy} disabled={!hasTarget} onClick={() => void transfer()}>
          {t(copy ? 'doCopy' : 'doMove')}
        </Button>
      </Row>
    </Stack>
  )
}

interface ProjectChoiceProps {
  value: string | undefined
  /** Lines cannot be moved to the project they are in. */
  excludedId: string | undefined
  onChange: (projectId: string) => void
}

const debounceMs = 250

/** The customer's projects by name, newest first, and a new one. */
function ProjectChoice({ value, excludedId, onChange }: ProjectChoiceProps) {
  const t = useTranslations('line.transfer')
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), debounceMs)

  const { data, isLoadingError } = useQuery({
    queryKey: ['projects', 'choice', search],
    queryFn: ({ signal }) => {
      const query = { ...(search ? { search } : {}), page: 1, pageSize: 20 }
      return api('GET /global/project', { query }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const projects = data?.projects.filter(({ id }) => id !== excludedId)

  return (
    <Stack gap="xs">
      <TextField label={t('search')} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <RadioGroup label={t('target')} value={value ?? ''} onChange={onChange}>
        <div className={classes.projects}>
          <Radio value={newProject} label={t('new')} />
          {projects?.map(({ id, name, lines }) => (
            <Radio key={id} value={id} label={t('project', { name, count: lines })} />
          ))}
        </div>
      </RadioGroup>
      <div role="status">
        <Row gap="xs">
          {!data && !isLoadingError ? <Spinner size="sm" /> : null}
          {projects?.length === 0 ? <Text size="sm">{t('noProject')}</Text> : null}
          {isLoadingError ? <Text size="sm">{t('listFailed')}</Text> : null}
        </Row>
      </div>
    </Stack>
  )
}
