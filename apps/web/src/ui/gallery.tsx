import '#ui/theme/styles.ts'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, CheckboxGroup } from '#ui/checkbox.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { SearchSelect } from '#ui/search-select.tsx'
import { Section } from '#ui/section.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSchemeChoice } from '#ui/theme/color-scheme.ts'
import { ThemeProvider } from '#ui/theme/theme-provider.tsx'
import { ToastHost } from '#ui/toasts.tsx'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import type { Tone } from '#ui/tone.ts'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import type { ButtonSize, ButtonVariant } from './button.tsx'
import classes from './gallery.module.css'
import { EmptyState, ErrorState, LoadingState } from './states.tsx'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger', 'quietDanger', 'link', 'bare']
const sizes: readonly ButtonSize[] = ['xs', 'sm', 'md']
const tones: readonly Tone[] = ['neutral', 'accent', 'good', 'warning', 'danger']
const options = ['Aluminium', 'Acier', 'Étain'].map((label) => ({ value: label, label }))

function Buttons() {
  return (
    <Section title="Button, LinkButton, IconButton, FileButton, CopyButton">
      {sizes.map((size) => (
        <Row key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} loading>
            loading
          </Button>
          <Button size={size} disabled>
            disabled
          </Button>
          <Button size={size}>
            <IconPlus size={18} aria-hidden />
            with icon
          </Button>
          <IconButton aria-label="close" size={size}>
            <CloseIcon />
          </IconButton>
          <IconButton aria-label="close" size={size} variant="secondary">
            <CloseIcon />
          </IconButton>
        </Row>
      ))}
      <Row>
        <LinkButton to="/">LinkButton</LinkButton>
        <FileButton label="FileButton" onFiles={() => {}} />
        <FileButton label="busy" busy onFiles={() => {}} />
        <CopyButton text="text" label="text" />
      </Row>
    </Section>
  )
}

function Fields() {
  const [text, setText] = useState('Text')
  const [choice, setChoice] = useState('Acier')
  const [checked, setChecked] = useState(true)
  const [level, setLevel] = useState(40)
  const [count, setCount] = useState('10')

  return (
    <Section title="Fields">
      <div className={classes.columns}>
        <TextField label="TextField" value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <TextField label="With description" description="A description" placeholder="Placeholder" />
        <TextField label="With error" error="This field is required." />
        <TextField label="Disabled" value="Disabled" disabled readOnly />
        <TextField label="Small, with icon" size="sm" icon={<IconSearch size={18} aria-hidden />} />
        <WholeNumberField label="WholeNumberField" min={1} max={100} value={count} onText={setCount} />
        <PasswordField label="PasswordField" autoComplete="off" />
        <Select label="Select" options={options} placeholder="Choose" defaultValue="" />
        <Select label="Small select" size="sm" options={options} />
        <SearchSelect label="SearchSelect" options={options} value={choice} onChange={setChoice} noMatch="No match" />
        <TextArea label="TextArea" rows={3} />
        <RadioGroup label="RadioGroup" value={choice} onChange={setChoice} error="An error">
          {options.map(({ value }) => (
            <Radio key={value} value={value} label={value} description="A description" />
          ))}
        </RadioGroup>
        <CheckboxGroup label="CheckboxGroup">
          <Checkbox label="Checkbox" checked={checked} onChange={() => setChecked(!checked)} />
          <Checkbox label="Indeterminate" indeterminate />
          <Checkbox label="With error" error="An error" />
          <Checkbox label="Disabled" disabled />
        </CheckboxGroup>
        <Segmented label="Segmented" options={options} value={choice} onChange={setChoice} />
        <ToggleGroup
          label="ToggleGroup"
          toggles={options.map(({ value }) => ({ value, content: value }))}
          value={choice}
          onChange={setChoice}
        />
        <Slider aria-label="Slider" value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))} />
      </div>
    </Section>
  )
}

function Messages() {
  const [opened, setOpened] = useState<'dialog' | 'confirm'>()
  return (
    <Section title="Messages and dialogs">
      {tones.map((tone) => (
        <Alert key={tone} tone={tone} title={`Alert, ${tone}`}>
          <p>Some text.</p>
        </Alert>
      ))}
      <Notice kind="sent" title="Notice" text="The mail was sent." />
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} dot size="md">
            {tone}
          </Badge>
        ))}
        <Spinner />
        <Spinner size="md" />
        <Avatar src={null} name="Ada Lovelace" alt="Ada Lovelace" />
        <Avatar src={null} name="Ada Lovelace" alt="Ada Lovelace" size="sm" />
      </Row>
      <Row>
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Confirm</Button>
        <Button onClick={() => toast.success('Saved')}>Toast</Button>
        <Button onClick={() => toast.error('The network failed')}>Error toast</Button>
        <Button onClick={() => toast.undoable('Removed', { label: 'Undo', run: () => {} })}>Undoable toast</Button>
      </Row>
      <Dialog opened={opened === 'dialog'} onClose={() => setOpened(undefined)} title="Dialog">
        <TextField label="TextField" data-autofocus />
      </Dialog>
      <Confirm
        opened={opened === 'confirm'}
        danger
        title="Remove the address?"
        onConfirm={() => setOpened(undefined)}
        onCancel={() => setOpened(undefined)}
      >
        It cannot be undone.
      </Confirm>
    </Section>
  )
}

function Gallery() {
  const { choice, choose } = useSchemeChoice()
  const [tab, setTab] = useState('Acier')

  return (
    <main className={classes.page}>
      <Row justify="between">
        <Heading level={1}>Components</Heading>
        <ToggleGroup
          label="Colour scheme"
          toggles={[
            { value: 'light', content: 'light' },
            { value: 'dark', content: 'dark' },
            { value: 'auto', content: 'auto' },
          ]}
          value={choice}
          onChange={choose}
        />
      </Row>
      <Buttons />
      <Fields />
      <Messages />
      <Section title="Tabs">
        <Tabs label="Tabs" tabs={options} value={tab} onChange={setTab} aside={<Button size="sm">Aside</Button>}>
          {tab}
        </Tabs>
      </Section>
      <Section title="Text">
        <Stack gap="xs">
          <Heading level={3}>Heading 3</Heading>
          <Text>Text</Text>
          <Text size="sm" tone="soft">
            Small and soft
          </Text>
          <Text size="xs" tone="danger">
            Smaller, danger
          </Text>
        </Stack>
      </Section>
      <Section title="Table, Facts">
        <Table caption="Materials" headings={['Material', 'Density']}>
          <tr>
            <th scope="row">Aluminium</th>
            <td data-label="Density">2.7 g/cm³</td>
          </tr>
        </Table>
        <Facts facts={[{ label: 'Material', value: 'Aluminium' }]} />
      </Section>
      <Section title="States">
        <LoadingState />
        <ErrorState onRetry={() => {}} />
        <EmptyState title="EmptyState" text="Nothing here yet." action={<Button>Add</Button>} />
      </Section>
      <ToastHost />
    </main>
  )
}

/** Shows every component in its states. In development only: `/manufacture/ui`. */
export async function showGallery(container: HTMLElement): Promise<void> {
  await ensureMessages(['app'])
  const router = createRouter({ routeTree: createRootRoute({ component: Gallery }), history: createMemoryHistory() })

  createRoot(container).render(
    <ThemeProvider>
      <I18nProvider>
        {/* The types know the routes of the app; this router has none of them. */}
        <RouterProvider router={router as never} />
      </I18nProvider>
    </ThemeProvider>,
  )
}
