import { plainText } from "@service/http";
import { route } from "../../http/route.ts";

export const readRobots = route({
  id: "platform.robots",
  method: "GET",
  path: "/robots.txt",
  summary: "Refuse all crawlers",
  responses: { 200: plainText },
  errors: [],
  handle: ({ reply }) => reply(200, "User-agent: *\nDisallow: /\n"),
});
