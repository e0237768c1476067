import Type from 'typebox'

export const ExampleRunBody = Type.Object(
  {
    run_id: Type.String({ description: 'Id of the example run' }),
    import_ids: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Imports of its files; empty if the run was there already',
    }),
    status: Type.Enum(['completed', 'running'], {
      description: 'Whether all files are read. Follow the imports while it is running',
    }),
  },
  {
    title: 'ExampleRun',
    description: 'Example run that was loaded into your organization',
    examples: [
      { run_id: 'example', import_ids: ['0198c0de-0000-7000-8000-000000000003'], status: 'completed' },
    ],
  },
)
