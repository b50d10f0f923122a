/**
 * The condition that a viewer sees every document that the run read (DOC-44): the client or the policy of each, as the
 * family `documents` shows it, all classes of the text that was read, and the conversation of an attachment. The
 * arguments are SQL; true or false, also where the viewer has no seat.
 * @param run the id of the run.
 * @param viewer.seesAll whether every client is seen.
 */
export function sawDocuments(
  run: string,
  viewer: { readonly seesAll: string; readonly grants: string; readonly denied: string; readonly person: string },
): string {
  const { seesAll, grants, denied, person } = viewer;
  return `not exists (select from run_documents rd where rd.run_id = ${run} and not (
      (rd.client_key is null or ${seesAll} or exists (
        select from record_connections c join book.grants g on g.connection_id = c.id
        where c.id = rd.connection_id and g.client_key = rd.client_key and g.grant_key = any(${grants})
          and (g.policy_key = '' or g.policy_key = rd.policy_key)
          and g.from_seq <= c.served_seq and (g.to_seq is null or g.to_seq > c.served_seq)))
      and not rd.classes && ${denied}
      and (rd.attachment_id is null or ${person} is null or rd.owner_principal is not distinct from ${person})))`;
}
