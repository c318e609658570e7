import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import classes from './bulk.module.css'

interface ProjectChoiceProps {
  value: string | undefined
  newValue: string
  /** Not offered: lines cannot be moved to the project they are in. */
  without: string | undefined
  onChange: (projectId: string) => void
}

const debounceMs = 250

/** The customer's projects by name, newest first, and a new one. */
export function ProjectChoice({ value, newValue, without, onChange }: ProjectChoiceProps) {
  const t = useTranslations('line.transfer')
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), debounceMs)

  const { data, isError } = useQuery({
    queryKey: ['projects', 'choice', search],
    queryFn: ({ signal }) => {
      const query = { ...(search ? { search } : {}), page: 1, pageSize: 20 }
      return api('GET /global/project', { query }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const projects = data?.projects.filter(({ id }) => id !== without)

  return (
    <Stack gap="xs">
      <TextField label={t('search')} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <RadioGroup label={t('target')} value={value ?? ''} onChange={onChange}>
        <div className={classes.projects}>
          <Radio value={newValue} label={t('new')} />
          {projects?.map(({ id, name, lines }) => (
            <Radio key={id} value={id} label={t('project', { name, count: lines })} />
          ))}
        </div>
      </RadioGroup>
      <div role="status">
        <Row gap="xs">
          {!data && !isError ? <Spinner size="sm" /> : null}
          {projects?.length === 0 ? <Text size="sm">{t('noProject')}</Text> : null}
          {isError ? <Text size="sm">{t('listFailed')}</Text> : null}
        </Row>
      </div>
    </Stack>
  )
}
