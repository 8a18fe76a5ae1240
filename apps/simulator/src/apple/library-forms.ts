import { z } from 'zod';

/** Loose on purpose: an entry that Apple cannot use is dropped later, not refused. */
const TrackReference = z
  .object({ id: z.union([z.string(), z.number()]).transform(String), type: z.string().optional() })
  .loose();
export type TrackReference = z.infer<typeof TrackReference>;

const TrackList = z.object({ data: z.array(TrackReference) });

const CreateForm = z.object({
  attributes: z.object({
    name: z.string().min(1),
    description: z
      .union([z.string(), z.object({ standard: z.string() }).transform(({ standard }) => standard)])
      .optional(),
    isPublic: z.boolean().default(false),
  }),
  relationships: z.object({ tracks: TrackList.optional() }).optional(),
});

export const readTrackList = (body: unknown): TrackReference[] | undefined => TrackList.safeParse(body).data?.data;

export function readCreateForm(body: unknown) {
  const form = CreateForm.safeParse(body).data;
  if (!form) return undefined;
  const { name, description = null, isPublic } = form.attributes;
  return { name, description, isPublic, tracks: form.relationships?.tracks?.data ?? [] };
}
