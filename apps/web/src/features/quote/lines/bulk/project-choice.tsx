import { Group, Loader, Radio, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface ProjectChoiceProps {
  value: string | undefined
  newValue: string
  /** Not offered: lines cannot be moved to where they are. */
  without: string | undefined
  onChange: (projectId: string) => void
}

const typingMs = 250

/** The customer's projects by name, newest first, and a new one. */
export function ProjectChoice({ value, newValue, without, onChange }: ProjectChoiceProps) {
  const t = useTranslations('lines.transfer')
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), typingMs)
  const { data, isError } = useQuery({
    queryKey: ['projects', 'choice', settled],
    queryFn: ({ signal }) =>
      api(
        'GET /global/project',
        { query: { ...(settled ? { search: settled } : {}), page: 1, pageSize: 20 } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const projects = data?.projects.filter(({ id }) => id !== without)

  return (
    <Stack gap="xs">
      <TextInput label={t('search')} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
      <Radio.Group label={t('target')} value={value ?? ''} onChange={onChange}>
        <ScrollArea.Autosize mah="14rem" mt="xs" type="auto">
          <Stack gap="xs">
            <Radio value={newValue} label={t('new')} />
            {projects?.map(({ id, name, lines }) => (
              <Radio key={id} value={id} label={t('project', { name, count: lines })} />
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Radio.Group>
      <Group role="status" gap="xs">
        {!data && !isError ? <Loader size="xs" /> : null}
        {projects?.length === 0 ? <Text size="sm">{t('noProject')}</Text> : null}
        {isError ? <Text size="sm">{t('listFailed')}</Text> : null}
      </Group>
    </Stack>
  )
}
