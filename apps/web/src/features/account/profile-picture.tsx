import { accountRoutes } from '@cotation/contracts'
import { Avatar, Button, FileButton, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useFailureText } from '#lib/gateway/failure-text.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import classes from './account.module.css'
import { useProfileUpdate } from './profile.api.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** The picture being sent, shown before the server has it; the browser's handle on the file is let go afterwards. */
function usePreview() {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview])
  return {
    preview,
    show: (file: File) => setPreview(URL.createObjectURL(file)),
    clear: () => setPreview(null),
  }
}

interface ProfilePictureProps {
  imageUrl: string | null
  name: string
}

export function ProfilePicture({ imageUrl, name }: ProfilePictureProps) {
  const t = useTranslations('account.picture')
  const failureText = useFailureText()
  const updateProfile = useProfileUpdate()
  const { preview, show, clear } = usePreview()
  const [problem, setProblem] = useState<string | null>(null)
  const resetInput = useRef<() => void>(null)
  const sending = preview !== null

  const upload = async (file: File | null) => {
    // The same file may be chosen again after a failure: an input that still holds it would not notice.
    resetInput.current?.()
    if (!file || sending) return
    if (!pictureTypes.includes(file.type)) return setProblem(t('unsupported'))
    if (file.size > accountRoutes.uploadImage.upload.maxBytes) return setProblem(t('tooLarge'))

    setProblem(null)
    show(file)

    try {
      const saved = await api('POST /global/account/uploadImage', { upload: file }, { quiet: true })
      await updateProfile((before) => ({ ...before, imageUrl: saved.imageUrl }))
      toast.success(t('saved'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(failureText(error))
    } finally {
      clear()
    }
  }

  return (
    <section className={classes.card} aria-labelledby="picture-title">
      <Title order={2} size="h4" id="picture-title" mb="md">
        {t('title')}
      </Title>
      <Group gap="lg" wrap="nowrap" align="center">
        <Avatar src={preview ?? imageUrl} alt={t('alt')} name={name} color="accent" size={88} radius="xl" />
        <Stack gap={6} align="flex-start">
          <FileButton onChange={upload} accept={pictureTypes.join(',')} resetRef={resetInput} disabled={sending}>
            {(props) => (
              <Button {...props} variant="default" disabled={sending} leftSection={sending && <Loader size={16} />}>
                {imageUrl ? t('replace') : t('choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" role="status">
            {sending ? t('uploading') : t('hint')}
          </Text>
          {problem && (
            <Text size="sm" c="var(--danger)" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
      </Group>
    </section>
  )
}
