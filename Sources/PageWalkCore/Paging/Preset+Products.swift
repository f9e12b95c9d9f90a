// SPDX-License-Identifier: Apache-2.0

extension Preset {
  /// Products with an API of their own kind.
  package static let products: [Preset] = [
    Preset(
      name: "github",
      what: "GitHub REST",
      link: "https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api",
      options: "--link-header --limit-param per_page",
      note: "page size up to 100; items are detected"),
    Preset(
      name: "gitlab",
      what: "GitLab REST, offset and keyset",
      link: "https://docs.gitlab.com/api/rest/#pagination",
      options: "--link-header --limit-param per_page",
      note: "page size up to 100"),
    Preset(
      name: "stripe",
      what: "Stripe lists",
      link: "https://docs.stripe.com/api/pagination",
      options:
        "--items-key data --cursor-key last:id --cursor-param starting_after "
        + "--more-key has_more --limit-param limit",
      note: "page size up to 100"),
    Preset(
      name: "slack",
      what: "Slack Web API",
      link: "https://docs.slack.dev/apis/web-api/pagination",
      options:
        "--cursor-key response_metadata.next_cursor --cursor-param cursor --ok-key ok "
        + "--limit-param limit",
      note: "items are detected"),
    Preset(
      name: "notion",
      what: "Notion query and search, POST",
      link: "https://developers.notion.com/reference/intro#pagination",
      options:
        "--items-key results --cursor-key next_cursor --cursor-to body:start_cursor "
        + "--more-key has_more --limit-param body:page_size -H 'Notion-Version: 2022-06-28'"),
    Preset(
      name: "notion-get",
      what: "Notion lists, GET",
      link: "https://developers.notion.com/reference/intro#pagination",
      options:
        "--items-key results --cursor-key next_cursor --cursor-param start_cursor "
        + "--more-key has_more --limit-param page_size -H 'Notion-Version: 2022-06-28'"),
    Preset(
      name: "hubspot",
      what: "HubSpot lists",
      link: "https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide",
      options:
        "--items-key results --cursor-key paging.next.after --cursor-param after "
        + "--limit-param limit"),
    Preset(
      name: "hubspot-search",
      what: "HubSpot search, POST",
      link: "https://developers.hubspot.com/docs/api-reference/search/guide",
      options:
        "--items-key results --cursor-key paging.next.after --cursor-to body:after "
        + "--limit-param body:limit --total-key total",
      note: "10,000 results at most; beyond them the answer is 400"),
    Preset(
      name: "shopify",
      what: "Shopify REST Admin",
      link: "https://shopify.dev/docs/api/usage/pagination-rest",
      options: "--link-header --limit-param limit",
      note: "GraphQL: 'relay'"),
    Preset(
      name: "salesforce",
      what: "Salesforce SOQL query",
      link: "https://developer.salesforce.com/"
        + "docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm",
      options: "--items-key records --next-key nextRecordsUrl --total-key totalSize"),
    Preset(
      name: "jira",
      what: "Jira search by JQL with tokens",
      link: "https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/",
      options:
        "--items-key issues --cursor-key nextPageToken --cursor-param nextPageToken "
        + "--end-key isLast --limit-param maxResults",
      note: "startAt form: 'atlassian'"),
    Preset(
      name: "confluence",
      what: "Confluence Cloud v2",
      link: "https://developer.atlassian.com/cloud/confluence/rest/v2/intro/",
      options: "--items-key results --next-key _links.next --limit-param limit",
      note: "v1's link lacks /wiki: --offset-param start"),
    Preset(
      name: "bitbucket",
      what: "Bitbucket Cloud",
      link: "https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination",
      options: "--items-key values --next-key next --limit-param pagelen"),
    Preset(
      name: "zendesk",
      what: "Zendesk, cursors",
      link: "https://developer.zendesk.com/api-reference/introduction/pagination/",
      options:
        "--cursor-key meta.after_cursor --cursor-param 'page[after]' "
        + "--more-key meta.has_more --limit-param 'page[size]' --page-size 100",
      note: "page[size] is what turns cursors on; items are detected"),
    Preset(
      name: "airtable",
      what: "Airtable records",
      link: "https://airtable.com/developers/web/api/list-records",
      options:
        "--items-key records --cursor-key offset --cursor-param offset "
        + "--limit-param pageSize"),
    Preset(
      name: "asana",
      what: "Asana",
      link: "https://developers.asana.com/docs/pagination",
      options:
        "--items-key data --cursor-key next_page.offset --cursor-param offset "
        + "--limit-param limit --page-size 100",
      note: "without limit Asana does not page; audit log: --stop-on empty"),
    Preset(
      name: "discord",
      what: "Discord messages, newest first",
      link: "https://discord.com/developers/docs/resources/message",
      options: "--cursor-key last:id --cursor-param before --limit-param limit",
      note: "page size up to 100; ends by an empty page"),
    Preset(
      name: "mastodon",
      what: "Mastodon",
      link: "https://docs.joinmastodon.org/api/guidelines/#pagination",
      options: "--link-header --limit-param limit"),
    Preset(
      name: "reddit",
      what: "Reddit listings",
      link: "https://www.reddit.com/dev/api/",
      options:
        "--items-key '$.data.children[*].data' --cursor-key data.after "
        + "--cursor-param after --stop-on repeat --limit-param limit",
      note: "near 1,000 items at most"),
    Preset(
      name: "x-search",
      what: "X search",
      link: "https://docs.x.com/x-api/fundamentals/pagination",
      options:
        "--items-key data --items-optional --cursor-key meta.next_token "
        + "--cursor-param next_token --limit-param max_results"),
    Preset(
      name: "x-timeline",
      what: "X timelines, followers and other lists",
      link: "https://docs.x.com/x-api/fundamentals/pagination",
      options:
        "--items-key data --items-optional --cursor-key meta.next_token "
        + "--cursor-param pagination_token --limit-param max_results"),
    Preset(
      name: "spotify",
      what: "Spotify paging objects",
      link: "https://developer.spotify.com/documentation/web-api/concepts/api-calls",
      options: "--items-key items --next-key next --total-key total --limit-param limit",
      note: "search: --items-key tracks.items --next-key tracks.next --total-key tracks.total"),
    Preset(
      name: "twitch",
      what: "Twitch Helix",
      link: "https://dev.twitch.tv/docs/api/guide/#pagination",
      options:
        "--items-key data --cursor-key pagination.cursor --cursor-param after "
        + "--limit-param first --dedup-key id"),
    Preset(
      name: "openai",
      what: "OpenAI lists",
      link: "https://platform.openai.com/docs/api-reference/files/list",
      options:
        "--items-key data --cursor-key last_id --cursor-param after --more-key has_more "
        + "--limit-param limit"),
    Preset(
      name: "openalex",
      what: "OpenAlex",
      link: "https://docs.openalex.org/how-to-use-the-api/get-lists-of-entities/paging",
      options:
        "--items-key results --cursor-key meta.next_cursor --cursor-param cursor "
        + "--start-at '*' --limit-param per-page --total-key meta.count"),
    Preset(
      name: "crossref",
      what: "Crossref works",
      link: "https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
      options:
        "--items-key message.items --cursor-key message.next-cursor --cursor-param cursor "
        + "--start-at '*' --limit-param rows --stop-on empty --on-repeat allow "
        + "--total-key message.total-results",
      note:
        "the cursor may stay the same from page to page, hence --on-repeat allow"),
    Preset(
      name: "zenodo",
      what: "Zenodo and other InvenioRDM",
      link: "https://developers.zenodo.org/#records",
      options:
        "--items-key hits.hits --next-key links.next --total-key hits.total "
        + "--limit-param size"),
    Preset(
      name: "wordpress",
      what: "WordPress",
      link: "https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/",
      options: "--link-header --limit-param per_page --total-key header:X-WP-Total",
      note: "page size up to 100"),
    Preset(
      name: "kubernetes",
      what: "Kubernetes lists",
      link: "https://kubernetes.io/"
        + "docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks",
      options:
        "--items-key items --cursor-key metadata.continue --cursor-param continue "
        + "--limit-param limit"),
    Preset(
      name: "docker-registry",
      what: "Docker registry, OCI distribution",
      link: "https://distribution.github.io/distribution/spec/api/",
      options: "--items-key repositories --items-key tags --link-header --limit-param n",
      note: "Docker Hub: 'drf'"),
    Preset(
      name: "bluesky",
      what: "Bluesky, AT Protocol XRPC",
      link: "https://docs.bsky.app/docs/api/app-bsky-feed-get-timeline",
      options: "--cursor-key cursor --cursor-param cursor --limit-param limit",
      note: "items are detected"),
    Preset(
      name: "clinicaltrials",
      what: "ClinicalTrials.gov v2",
      link: "https://clinicaltrials.gov/data-api/api",
      options:
        "--items-key studies --cursor-key nextPageToken --cursor-param pageToken "
        + "--limit-param pageSize"),
    Preset(
      name: "openfda",
      what: "openFDA",
      link: "https://open.fda.gov/apis/paging/",
      options:
        "--items-key results --link-header --limit-param limit "
        + "--total-key meta.results.total"),
    Preset(
      name: "socrata",
      what: "Socrata SODA 2",
      link: "https://dev.socrata.com/docs/paging.html",
      options: "--offset-param '$offset' --limit-param '$limit'",
      note: "the URL needs '$order=:id', or pages shift; ends by an empty page"),
    Preset(
      name: "arcgis",
      what: "ArcGIS feature layers",
      link: "https://developers.arcgis.com/"
        + "rest/services-reference/enterprise/query-feature-service-layer/",
      options:
        "--items-key features --offset-param resultOffset --limit-param resultRecordCount "
        + "--more-key exceededTransferLimit --error-key error",
      note: "GeoJSON answers: --more-key properties.exceededTransferLimit"),
  ]
}
